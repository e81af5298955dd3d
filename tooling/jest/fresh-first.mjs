import Sequencer from '@jest/test-sequencer';

/** What judges the turns of its own process: a worker that has run many suites holds a gigabyte, whose collection would count. */
const fresh = ['apps/api/test/largest-bodies.e2e.test.ts'];

/** Jest's own order, but for suites that need a fresh worker, which come first. */
export default class FreshFirst extends Sequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's, of no array
    const usual = super.sort(tests);
    return [...usual.filter(needsFresh), ...usual.filter((test) => !needsFresh(test))];
  }
}

/** @param {{ path: string }} test */
function needsFresh({ path }) {
  return fresh.some((name) => path.endsWith(name));
}
