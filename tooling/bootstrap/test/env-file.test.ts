import { describe, expect, it } from '@jest/globals';
import { loadEnvFile, parseEnv } from '../env-file.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

describe('.env', () => {
  it('reads names and values, comments and quotes', () => {
    const text = `# a comment
AUTH_PORT=5000
  API_PORT = 5001   # the API
export HOST=0.0.0.0
EMPTY=
QUOTED="a # b"
SINGLE='c "d"'
URL=postgres://user:a#b@host/name
not a line`;
    expect(parseEnv(text)).toEqual({
      AUTH_PORT: '5000',
      API_PORT: '5001',
      HOST: '0.0.0.0',
      EMPTY: '',
      QUOTED: 'a # b',
      SINGLE: 'c "d"',
      URL: 'postgres://user:a#b@host/name',
    });
  });

  it('does not touch what the environment has already', () =>
    inTemporaryFolder((folder) => {
      const env = { AUTH_PORT: '6000' };
      loadEnvFile(folder.write('.env', 'AUTH_PORT=5000\nAPI_PORT=5001\n'), env);
      expect(env).toEqual({ AUTH_PORT: '6000', API_PORT: '5001' });
    }));

  it('may be missing', () => {
    const env = {};
    loadEnvFile('/nowhere/.env', env);
    expect(env).toEqual({});
  });
});
