import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
/** A few minutes. */
const sample = ['--sample', '40', '--seed', '12'];

it('notices a sample of the mutants, or knows why not', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...sample], { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/\n40 passed, 0 failed\n$/);
  expect(status).toBe(0);
}, 1_800_000);
