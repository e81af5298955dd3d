/**
 * Packs every package that can be published and checks the packed files. Prints all problems. If there are any
 * problems, the exit code is 1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from './pack.mjs';
import { problemsOf } from './package-problems.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trading-platform-packages-'));
try {
  for (const packed of await packAll(folder)) {
    for (const problem of await problemsOf(packed)) {
      process.stdout.write(`${packed.name}: ${problem}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
