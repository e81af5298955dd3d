import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTemporaryFolder } from '../temporary-folder.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

it('is one that other users can go through and not list, and goes with all that is in it', () =>
  inTemporaryFolder(({ path }) => {
    const folder = makeTemporaryFolder('trading-platform-tests-', path);
    expect(statSync(folder.path).mode & 0o777).toBe(0o711);
    writeFileSync(join(folder.path, 'file'), '');
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  }));

it('takes what killed runs have left behind away, and leaves all else alone', () =>
  inTemporaryFolder(({ path }) => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const [left, running, other] = [
      `trading-platform-tests-${ended}-abc`,
      `trading-platform-tests-${process.pid}-abc`,
      'other',
    ];
    for (const name of [left, running, other]) mkdirSync(join(path, name, 'inside'), { recursive: true });
    makeTemporaryFolder('trading-platform-tests-', path);
    expect([left, running, other].map((name) => existsSync(join(path, name)))).toEqual([false, true, true]);
  }));
