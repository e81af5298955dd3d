import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(600_000);

const run = promisify(execFile);
const main = join(import.meta.dirname, '../dist/main.js');

describe('a large market', () => {
  it.each([
    ['master records', ['--master', '300000', '--only', 'master']],
    ['slips', ['--master', '20000', '--trade', '100000', '--only', 'trade']],
  ])('of %s is written with a heap that does not grow with it', async (_name, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-data-'));
    try {
      const { stdout } = await run(process.execPath, [
        '--max-old-space-size=48',
        main,
        '--out',
        folder,
        '--json',
        ...options,
      ]);
      const [file] = (JSON.parse(stdout) as { files: { records: number }[] }).files;
      expect(file?.records).toBeGreaterThanOrEqual(100_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
