import { createHash } from 'node:crypto';

/**
 * A bug that is put into one file. The changed file replaces the original while the tests run.
 *
 * @typedef {object} Mutant
 * @property {string} room `packages/ordering`
 * @property {string} file from the root
 * @property {string} what the operator; for a kept bug, the description of the mistake
 * @property {number} line
 * @property {string} before the changed lines
 * @property {string} after
 * @property {string} original the whole file
 * @property {string} source the whole file with the bug in it
 * @property {readonly string[]} [tests] test files that run before the tests that import the mutated file
 * @property {boolean} kept whether the bug comes from `kept.mjs`
 */

/**
 * @param {{ source: string, change: { start: number, end: number, replacement: string } }} place
 * @returns {{ line: number, before: string, after: string, original: string, source: string }}
 */
export function changed({ source, change: { start, end, replacement } }) {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const next = source.indexOf('\n', Math.max(end - 1, start));
  const to = next === -1 ? source.length : next;
  return {
    line: source.slice(0, start).split('\n').length,
    before: tidy(source.slice(from, to)),
    after: tidy(source.slice(from, start) + replacement + source.slice(end, to)),
    original: source,
    source: source.slice(0, start) + replacement + source.slice(end),
  };
}

/** Returns a text on one line, for the report. @param {string} text */
const tidy = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the room that contains a file. @param {string} file */
export const roomOf = (file) => file.split('/').slice(0, 2).join('/');

/**
 * Sorts mutants in a random order that depends only on the seed. Changes of other lines in a file do not affect the
 * order.
 *
 * @param {readonly Mutant[]} mutants
 * @param {string} seed
 */
export function shuffled(mutants, seed) {
  const key = (/** @type {Mutant} */ { file, before, after }) =>
    createHash('sha256').update([seed, file, before, after].join('\n')).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, key: key(mutant) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ mutant }) => mutant);
}
