import { Sandbox } from './sandbox.mjs';

/**
 * @typedef {object} Judgement
 * @property {import('./mutant.mjs').Mutant} mutant
 * @property {'killed' | 'survived'} outcome
 * @property {string} by what noticed it, or how many test files did not
 */

/**
 * Puts each mutant into a copy of the tree and asks the tests, as many mutants at a time as there are workers.
 *
 * @param {readonly import('./mutant.mjs').Mutant[]} mutants
 * @param {{ root: string, workers: number, testsFor: (mutant: import('./mutant.mjs').Mutant) => readonly string[] }} how
 * @param {(judgement: Judgement) => void} onJudged
 * @throws where a test that killed a mutant fails without the mutant too
 */
export async function judge(mutants, { root, workers, testsFor }, onJudged) {
  const waiting = [...mutants];
  /** @type {Map<string, Promise<void>>} */
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
   * @returns {Promise<{ outcome: 'killed' | 'survived', by: string }>}
   */
  async function judgeOne(sandbox, mutant) {
    const tests = testsFor(mutant);
    if (tests.length === 0) return { outcome: 'survived', by: 'no test imports it' };
    const { outcome, test = '', title = '' } = await sandbox.with(mutant, () => sandbox.run(tests));
    if (outcome === 'survived') return { outcome, by: `asked ${tests.length} test files` };
    const known = sound.get(test) ?? provenSound(sandbox, test);
    sound.set(test, known);
    await known;
    return { outcome: 'killed', by: outcome === 'silent' ? `${test} hangs` : `${test}: ${title}` };
  }
}

/**
 * A test that fails on the code as it is proves nothing.
 *
 * @param {Sandbox} sandbox
 * @param {string} test
 */
async function provenSound(sandbox, test) {
  const { outcome, title = '' } = await sandbox.run([test]);
  if (outcome !== 'survived') throw new Error(`${test} fails without any mutant: ${outcome} ${title}`);
}
