import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read, and never half of it.
 *
 * @param {string} path
 * @param {string} text
 */
export function writePrivately(path, text) {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
