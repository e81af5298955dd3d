import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { filesOf } from './pack.mjs';

const file = inRoot('tooling', 'published', 'sizes.json');
/** What a package may grow by, until somebody looks and records its new size. */
const growth = 1.1;

/**
 * @typedef {object} Size
 * @property {number} packedKb what is downloaded of it, in 1,000 bytes
 * @property {number} unpackedKb what it takes on the disk without what it depends on, in 1,000 bytes
 */

/** @type {() => Record<string, Size | undefined>} as recorded, by name */
export const recordedSizes = () => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} tarball */
export function sizeOf(tarball) {
  const unpacked = [...filesOf(tarball).values()].reduce((sum, { length }) => sum + length, 0);
  return { packedKb: Math.ceil(statSync(tarball).size / 1_000), unpackedKb: Math.ceil(unpacked / 1_000) };
}

/**
 * @param {Size} recorded
 * @param {Size} now
 * @returns {string | undefined} what is too large
 */
export function tooLarge(recorded, now) {
  const grown = /** @type {const} */ (['packedKb', 'unpackedKb']).filter((key) => now[key] > recorded[key] * growth);
  return grown.length === 0
    ? undefined
    : grown.map((key) => `${key} has grown from ${recorded[key]} to ${now[key]}`).join(', ');
}

/** @param {Size} size */
export const sizeLine = ({ packedKb, unpackedKb }) => `Size: ${packedKb} kB packed, ${unpackedKb} kB unpacked.`;

/** The line of a README that tells the size, wherever it stands. */
export const sizeLineForm = /^Size: .*$/m;

/** @param {Record<string, Size>} sizes */
export function recordSizes(sizes) {
  writeFileSync(file, `${JSON.stringify(sizes, undefined, 2)}\n`);
}
