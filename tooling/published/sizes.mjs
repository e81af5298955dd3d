import { statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { filesOf } from './pack.mjs';

/**
 * The two sizes that a README promises: the size of the download (in 1,000 bytes), and the disk space after
 * `npm install`, with all dependencies (in 1,000,000 bytes).
 *
 * @typedef {{ packedKb: number, installedMb: number }} Size
 */

const line = /^Size: less than ([\d.]+) kB packed, ([\d.]+) MB installed with all it needs\.$/m;

/**
 * @param {string} readme
 * @returns {Size | undefined}
 */
export function promisedSize(readme) {
  const [, packedKb, installedMb] = line.exec(readme) ?? [];
  return packedKb === undefined ? undefined : { packedKb: Number(packedKb), installedMb: Number(installedMb) };
}

/**
 * Returns the size without the changelog, because the changelog grows with every release.
 *
 * @param {string} tarball
 */
export function packedKbOf(tarball) {
  const changelog = filesOf(tarball).get('CHANGELOG.md');
  return Math.ceil((statSync(tarball).size - (changelog === undefined ? 0 : gzipSync(changelog).length)) / 1_000);
}

/**
 * @param {string} readme
 * @param {Partial<Size>} measured
 * @returns {readonly string[]} what is wrong
 */
export function sizeProblems(readme, measured) {
  const promised = promisedSize(readme);
  if (promised === undefined) {
    return ['its README lacks the line "Size: less than … kB packed, … MB installed with all it needs."'];
  }
  const keys = /** @type {const} */ (['packedKb', 'installedMb']);
  return keys
    .filter((key) => (measured[key] ?? 0) >= promised[key])
    .map((key) => `${key} is ${measured[key]}, but its README promises less than ${promised[key]}: find the reason`);
}
