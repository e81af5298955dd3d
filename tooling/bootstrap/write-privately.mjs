import { existsSync, realpathSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read. The file is never half written. A link is followed.
 *
 * @param {string} path
 * @param {string} text
 */
export function writePrivately(path, text) {
  const target = existsSync(path) ? realpathSync(path) : path;
  writeFileSync(`${target}.new`, text, { mode: 0o600 });
  renameSync(`${target}.new`, target);
}
