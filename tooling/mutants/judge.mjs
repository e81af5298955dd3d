import { Sandbox } from './sandbox.mjs';

/**
 * @typedef {object} Judgement
 * @property {import('./mutant.mjs').Mutant} mutant
 * @property {'killed' | 'survived' | 'undecided'} outcome undecided: the test that failed fails without the mutant too
 * @property {string} by the test that noticed the mutant, or the number of test files that did not notice it
 */

/**
 * Puts each mutant into a copy of the repository and runs the tests there. Each worker judges one mutant at a time.
 *
 * @param {readonly import('./mutant.mjs').Mutant[]} mutants
 * @param {How} how
 * @param {(judgement: Judgement) => void} onJudged
 *
 * @typedef {object} How
 * @property {string} root
 * @property {number} workers
 * @property {(mutant: import('./mutant.mjs').Mutant) => readonly string[]} testsFor
 */
export async function judge(mutants, { root, workers, testsFor }, onJudged) {
  const waiting = [...mutants];
  /** @type {Map<string, Promise<boolean>>} */
  const sound = new Map();
  await Promise.all(Array.from({ length: workers }, work));

  async function work() {
    const sandbox = new Sandbox(root);
    try {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        onJudged({ mutant, ...(await judgeOne(sandbox, mutant)) });
      }
    } finally {
      waiting.length = 0;
      sandbox.remove();
    }
  }

  /**
   * @param {Sandbox} sandbox
   * @param {import('./mutant.mjs').Mutant} mutant
   * @returns {Promise<Omit<Judgement, 'mutant'>>}
   */
  async function judgeOne(sandbox, mutant) {
    const tests = testsFor(mutant);
    if (tests.length === 0) return { outcome: 'survived', by: 'no test imports it' };
    const { outcome, test = '', title, reason } = await sandbox.with(mutant, () => sandbox.run(tests));
    if (outcome === 'survived') return { outcome, by: `${tests.length} test files ran` };
    const by = outcome === 'silent' ? `${test} hangs` : `${test}: ${title ?? ''} ${reason?.split('\n')[0] ?? ''}`;
    const name = `${test}: ${title ?? ''}`;
    const known = sound.get(name) ?? isSound(sandbox, test, title);
    sound.set(name, known);
    return { outcome: (await known) ? 'killed' : 'undecided', by };
  }
}

/** A run may fail only because other mutants keep the machine busy, so it is tried twice. */
const proofAttempts = 2;

/**
 * A test that also fails without the mutant proves nothing.
 *
 * @param {Sandbox} sandbox
 * @param {string} test
 * @param {string | undefined} title
 */
async function isSound(sandbox, test, title) {
  for (let attempt = 1; attempt <= proofAttempts; attempt++) {
    if ((await sandbox.run([test], title)).outcome === 'survived') return true;
  }
  return false;
}
