import Sequencer from '@jest/test-sequencer';

/**
 * This suite measures pauses of its own process. A worker that has run many suites holds a gigabyte, and the pauses of its garbage
 * collection would be measured too.
 */
const fresh = /\/apps\/api\/test\/largest-bodies\.e2e\.test\.ts$/;
/** Flows of the whole platform take longest, so they begin early. On a clean checkout Jest does not yet know how long each suite takes. */
const flows = /\/(e2e|programs\/tp|programs\/cli)\/test\//;

/** Jest's own order, except that suites that need a fresh worker come first, and flows second. */
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
