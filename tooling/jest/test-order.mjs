import Sequencer from '@jest/test-sequencer';

/** Flows of the whole platform take longest, so they begin early. On a clean checkout Jest does not yet know how long each suite takes. */
const flows = /\/(e2e|programs\/tp|programs\/cli)\/test\//;

/** The types describe the CommonJS module, of which this class is the default export. */
const JestOrder = /** @type {typeof Sequencer.default} */ (/** @type {unknown} */ (Sequencer));

/** Jest's own order, except that flows come first. */
export default class TestOrder extends JestOrder {
  /** @override @param {Parameters<Sequencer.default['sort']>[0]} tests */
  async sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's, of no array
    const usual = await super.sort(tests);
    return usual.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

/** @param {{ path: string }} test */
const turnOf = ({ path }) => (flows.test(path) ? 0 : 1);
