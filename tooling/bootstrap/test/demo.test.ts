import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { areDatabasesThere } from '../demo.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

describe('the demo account', () => {
  it('counts only while the databases that it is for are there', () =>
    inTemporaryFolder((folder) => {
      const env = {
        AUTH_DATABASE_URL: `sqlite:${join(folder.path, 'auth.sqlite')}`,
        ORDERING_DATABASE_URL: `sqlite:${join(folder.path, 'ordering.sqlite')}`,
      };
      expect(areDatabasesThere(env)).toBe(false);
      folder.write('auth.sqlite', '');
      expect(areDatabasesThere(env)).toBe(false);
      folder.write('ordering.sqlite', '');
      expect(areDatabasesThere(env)).toBe(true);
    }));

  it('believes that a server has its databases', () => {
    const address = 'postgres://postgres@127.0.0.1:4003/auth';
    expect(areDatabasesThere({ AUTH_DATABASE_URL: address, ORDERING_DATABASE_URL: address })).toBe(true);
  });
});
