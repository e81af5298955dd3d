import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changed, roomOf, shuffled, tidy } from './mutant.mjs';
import { changesOf, readable } from './operators.mjs';
import { isMutated, rooms } from './rooms.mjs';

/** With these, a full run asks about 1,100 mutants, 4 a minute on two cores. */
const changesPerMutant = 8;
const mutantsPerFile = 6;
const standingSeed = 'standing selection';

/**
 * All mutants that the operators make, or the standing selection of them: a share of each file, at random but always alike,
 * so that a change of the code alters the selection of its own file alone.
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
 * @typedef {object} KeptMutant
 * @property {string} bug the mistake, in words
 * @property {string} file
 * @property {string} find a text that stands in the file once
 * @property {string} replace
 * @property {readonly string[]} [tests] asked first: those that ought to notice
 */

/**
 * The mutants that somebody has written down.
 *
 * @param {string} root
 * @param {readonly KeptMutant[]} kept
 * @returns {import('./mutant.mjs').Mutant[]}
 * @throws where a text does not stand in its file exactly once, or what takes its place cannot be read
 */
export function keptMutants(root, kept) {
  return kept.map(({ bug, file, find, replace, tests = [] }) => {
    const source = readFileSync(join(root, file), 'utf8');
    const start = source.indexOf(find);
    if (start === -1 || source.includes(find, start + 1)) {
      throw new Error(`The mutant "${bug}" is out of date: in ${file} this stands not exactly once: ${find}`);
    }
    const change = { start, end: start + find.length, replacement: replace };
    const mutant = { ...changed({ source, change }), room: roomOf(file), file, what: bug, tests, kept: true };
    readable(file, mutant.source);
    return mutant;
  });
}

/**
 * @typedef {object} AcceptedMutant
 * @property {string} file
 * @property {string} before the lines that are changed; spaces do not matter
 * @property {string} after
 * @property {string} reason why no test has to notice it
 */

/**
 * @param {string} root
 * @param {readonly AcceptedMutant[]} accepted
 * @returns {(mutant: import('./mutant.mjs').Mutant) => AcceptedMutant | undefined}
 * @throws where the lines stand no longer in their file
 */
export function acceptance(root, accepted) {
  for (const { file, before, reason } of accepted) {
    if (!tidy(readFileSync(join(root, file), 'utf8')).includes(tidy(before))) {
      throw new Error(`An accepted survivor is out of date (${reason}): ${file} holds no longer: ${before}`);
    }
  }
  return (mutant) =>
    accepted.find(
      ({ file, before, after }) =>
        file === mutant.file && tidy(before) === mutant.before && tidy(after) === mutant.after,
    );
}
