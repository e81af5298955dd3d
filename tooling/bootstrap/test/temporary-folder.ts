import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder that exists only while a test uses it. */
export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file in the folder and returns the path of the file. */
  write(name: string, text: string): string;
}

export async function inTemporaryFolder<T>(work: (folder: TemporaryFolder) => T | Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'bootstrap-test-'));
  try {
    return await work({
      path,
      write(name, text) {
        const file = join(path, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return file;
      },
    });
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
