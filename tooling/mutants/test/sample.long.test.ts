import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
/** Options that select some of the recorded bugs, which takes a few minutes. All mutants would take hours. */
const sample = ['--kept', '--sample', '24', '--seed', '12'];

it('notices a sample of the mutants', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...sample], { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/\n24 passed, 0 failed\n$/);
  expect(status).toBe(0);
}, 1_800_000);
