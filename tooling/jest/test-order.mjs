import Sequencer from '@jest/test-sequencer';

/** What judges the turns of its own process: a worker that has run many suites holds a gigabyte, whose collection would count. */
const fresh = /\/apps\/api\/test\/largest-bodies\.e2e\.test\.ts$/;
/** Flows of the whole platform, which take longest. Jest, which knows no times on a clean checkout, would run short files last. */
const flows = /\/(e2e|packages\/tp|packages\/cli)\/test\//;

/** Jest's own order, but for suites that need a fresh worker, which come first, and for long ones, which come next. */
export default class TestOrder extends Sequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's, of no array
    const usual = super.sort(tests);
    return usual.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

/** @param {{ path: string }} test */
function turnOf({ path }) {
  return [fresh, flows, /^/].findIndex((part) => part.test(path));
}
