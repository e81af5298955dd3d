import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../root-folder.mjs';
import { runCommand } from '../run-command.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

const env = { PATH: process.env.PATH };

const run = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  runCommand(process.execPath, [inRoot('tooling', 'bootstrap', 'run.mjs'), ...args], { env: { ...env, ...more } });

describe('run.mjs', () => {
  it('lists its commands when it does not know one', async () => {
    expect(await run(['stop'])).toEqual(
      expect.objectContaining({
        code: 1,
        output:
          'Usage: run.mjs start|sandbox|test|test:long|test:mutants|bench|capacity|conformance|example|tp|release|tree|tpctl [arguments]\n',
      }),
    );
  });

  it('explains npm start', async () => {
    const { code, output } = await run(['start', '--help']);
    expect(code).toBe(0);
    expect(output).toContain('npm start [-- options]');
  });

  it('names the benchmarks when it does not know one', async () => {
    const { code, output } = await run(['bench', '../secret']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Usage: npm run bench NAME[^\n]*\n$/);
  });

  it('says in one line that a port is not free', async () => {
    const { code, output } = await run(['start'], { HOST: '192.0.2.1' });
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot listen on 192\.0\.2\.1:4000[^\n]*\n$/);
  });

  it('says in one line that it may not write', () =>
    inTemporaryFolder(async (folder) => {
      // Root may write everywhere, so under root the command runs as another user.
      const root = join(folder.path, 'clone');
      mkdirSync(join(root, 'tooling'), { recursive: true });
      cpSync(inRoot('tooling', 'bootstrap'), join(root, 'tooling', 'bootstrap'), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
      for (const path of [folder.path, root]) chmodSync(path, 0o555);
      const other = process.getuid?.() === 0 ? { uid: 65_534 } : {};
      const script = join(root, 'tooling', 'bootstrap', 'run.mjs');
      const ports = { AUTH_PORT: '0', API_PORT: '0', WORKER_PORT: '0', CONSOLE_PORT: '0' };
      const result = await runCommand(process.execPath, [script, 'start'], { env: { ...env, ...ports }, ...other });
      chmodSync(folder.path, 0o755);
      chmodSync(root, 0o755);
      expect(result.output).toBe(
        `No permission to write ${join(root, 'data')} (EACCES). Give your user write access to this folder.\n`,
      );
      expect(result.code).toBe(1);
    }));
});
