import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bytes of all files in a folder and below it.
 *
 * @param {string} folder
 * @returns {number}
 */
export function bytesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0);
}
