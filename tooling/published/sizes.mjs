import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot, rootFolder } from '@trading-platform/bootstrap/root-folder';
import { filesOf } from './pack.mjs';

const file = 'tooling/published/sizes.json';
/** What a package may grow by, until somebody looks and records its new size. */
const growth = 1.1;
/** A few bytes make a package a whole kilobyte larger. */
const rounding = { packedKb: 1, unpackedKb: 1, installedMb: 0 };

/**
 * @typedef {object} Size
 * @property {number} packedKb what is downloaded of it, in 1,000 bytes
 * @property {number} unpackedKb what it takes on the disk without what it depends on, in 1,000 bytes
 * @property {number} installedMb what it takes with all that `npm install` brings along by the first line of its README, in 1,000,000 bytes
 */

/**
 * @param {string} [root] of a workspace
 * @returns {Record<string, Size | undefined>} as recorded, by name
 */
export const recordedSizes = (root = rootFolder) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * The size without what it depends on, and without the changelog, which grows with every release.
 *
 * @param {string} tarball
 */
export function sizeOf(tarball) {
  const { 'CHANGELOG.md': changelog = Buffer.alloc(0), ...files } = Object.fromEntries(filesOf(tarball));
  const unpacked = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  const packed = statSync(tarball).size - (changelog.length === 0 ? 0 : gzipSync(changelog).length);
  return { packedKb: Math.ceil(packed / 1_000), unpackedKb: Math.ceil(unpacked / 1_000) };
}

/**
 * @param {Size} recorded
 * @param {Partial<Size>} now
 * @returns {string | undefined} what is too large
 */
export function tooLarge(recorded, now) {
  const keys = /** @type {const} */ (['packedKb', 'unpackedKb', 'installedMb']);
  const grown = keys.filter((key) => (now[key] ?? 0) > recorded[key] * growth + rounding[key]);
  return grown.length === 0
    ? undefined
    : grown.map((key) => `${key} has grown from ${recorded[key]} to ${now[key]}`).join(', ');
}

/** @param {Size} size */
export const sizeLine = ({ packedKb, unpackedKb, installedMb }) =>
  `Size: ${packedKb} kB packed, ${unpackedKb} kB unpacked; ${installedMb} MB installed with all it needs.`;

/**
 * Keeps what was measured, in `sizes.json` and in the READMEs; what was not stays as it was.
 *
 * @param {ReadonlyMap<import('./public-packages.mjs').PublicPackage, Partial<Size>>} measured
 */
export function recordSizes(measured) {
  const known = recordedSizes();
  const sizes = [...measured].map(([{ name, folder }, size]) => {
    const whole = { packedKb: 0, unpackedKb: 0, installedMb: 0, ...known[name], ...size };
    const path = inRoot(folder, 'README.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^Size: .*$/m, sizeLine(whole)));
    return /** @type {const} */ ([name, whole]);
  });
  writeFileSync(inRoot(file), `${JSON.stringify(Object.fromEntries(sizes), undefined, 2)}\n`);
}
