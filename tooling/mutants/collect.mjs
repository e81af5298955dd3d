import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changed, roomOf, shuffled } from './mutant.mjs';
import { changesOf, readable } from './operators.mjs';
import { isMutated, rooms } from './rooms.mjs';

/** With these two numbers, a full run tests about 1,100 mutants. Two cores judge four mutants a minute. */
const changesPerMutant = 8;
const mutantsPerFile = 6;
const standingSeed = 'standing selection';

/**
 * Returns all mutants that the mutation operators can make, or a fixed selection of them. The selection is a share of
 * each file. The selection is random but always the same, so editing one file changes only the selection of that file.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {boolean} all
 * @returns {import('./mutant.mjs').Mutant[]}
 */
export function generatedMutants(root, files, all) {
  return files
    .filter((file) => isMutated(file) && sourceFolders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const mutants = changesOf(file, source).map((change) => ({
        ...changed({ source, change }),
        room: roomOf(file),
        file,
        what: change.operator,
        kept: false,
      }));
      const count = Math.min(mutantsPerFile, Math.ceil(mutants.length / changesPerMutant));
      return all ? mutants : shuffled(mutants, standingSeed).slice(0, count);
    });
}

const sourceFolders = rooms.map(({ folder }) => `${folder}/src/`);

/**
 * @typedef {object} KeptBugs
 * @property {string} file
 * @property {readonly (readonly [bug: string, find: string, replace: string])[]} bugs
 * @property {readonly string[]} [tests] the tests that should notice the bugs; they run first
 */

/**
 * Returns the mutants that were written by hand.
 *
 * @param {string} root
 * @param {readonly KeptBugs[]} kept
 * @returns {import('./mutant.mjs').Mutant[]}
 * @throws if the file does not contain the text `find` exactly once, or cannot be parsed after the replacement
 */
export function keptMutants(root, kept) {
  return kept.flatMap(({ file, bugs, tests = [] }) => {
    const source = readFileSync(join(root, file), 'utf8');
    return bugs.map(([bug, find, replace]) => {
      const start = source.indexOf(find);
      if (start === -1 || source.includes(find, start + 1)) {
        throw new Error(`The mutant "${bug}" is out of date: ${file} does not contain this text exactly once: ${find}`);
      }
      const change = { start, end: start + find.length, replacement: replace };
      const mutant = { ...changed({ source, change }), room: roomOf(file), file, what: bug, tests, kept: true };
      readable(file, mutant.source);
      return mutant;
    });
  });
}
