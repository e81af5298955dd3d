import { compiled } from './compile.mjs';
import { projectOf } from './project-of.mjs';
import { Sandbox } from './sandbox.mjs';

/**
 * What a test file did: how long it took, and for each source that it loaded itself, which parts of the compiled text ran.
 *
 * @typedef {object} Survey
 * @property {number} ms
 * @property {Readonly<Record<string, readonly Range[]>>} [sources] nothing where the tests failed
 *
 * @typedef {[start: number, end: number, ran: 0 | 1]} Range
 */

/**
 * Runs test files once on the code as it is.
 *
 * @param {string} root
 * @param {readonly string[]} tests
 * @returns {Promise<Reach>}
 */
export async function surveyed(root, tests) {
  const sandbox = new Sandbox(root);
  try {
    return new Reach(new Map(await sandbox.survey(tests)));
  } finally {
    sandbox.remove();
  }
}

/** Which tests run the place of a mutant. */
export class Reach {
  #surveys;
  /** Where the compiled text of each mutant differs. @type {WeakMap<import('./mutant.mjs').Mutant, number>} */
  #places = new WeakMap();

  /** @param {ReadonlyMap<string, Survey>} surveys by test file */
  constructor(surveys) {
    this.#surveys = surveys;
  }

  /** @param {string} test @returns {number | undefined} how long the file takes */
  msOf(test) {
    return this.#surveys.get(test)?.ms;
  }

  /** @param {string} test */
  passes(test) {
    return this.#surveys.get(test)?.sources !== undefined;
  }

  /**
   * Whether a test file runs the place, as far as is known. What it has run in another process or thread does not show, nor what it
   * has run of another package.
   *
   * @param {string} test
   * @param {import('./mutant.mjs').Mutant} mutant
   */
  mayRun(test, mutant) {
    const sources = this.#surveys.get(test)?.sources;
    if (sources === undefined || projectOf(test) !== projectOf(mutant.file)) return true;
    const at = this.#placeOf(mutant);
    return [at, at + 1].some((offset) => hasRun(sources[mutant.file] ?? [], offset));
  }

  /** @param {import('./mutant.mjs').Mutant} mutant */
  #placeOf(mutant) {
    const { file, original, source } = mutant;
    const place = this.#places.get(mutant) ?? firstDifference(compiled(file, original), compiled(file, source));
    this.#places.set(mutant, place);
    return place;
  }
}

/**
 * The smallest range around a place says whether it ran.
 *
 * @param {readonly Range[]} ranges
 * @param {number} offset
 */
function hasRun(ranges, offset) {
  const around = ranges.filter(([start, end]) => start <= offset && offset < end);
  const smallest = around.reduce(
    (least, range) => (range[1] - range[0] < least[1] - least[0] ? range : least),
    [0, Number.POSITIVE_INFINITY, 0],
  );
  return smallest[2] === 1;
}

/** @param {string} one @param {string} other */
function firstDifference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
