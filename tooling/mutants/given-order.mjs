/** Runs the test files in the order that the variable `TEST_ORDER` contains. */
export default class GivenOrder {
  /** @param {readonly import('@jest/reporters').Test[]} tests */
  sort(tests) {
    const order = /** @type {string[]} */ (JSON.parse(process.env['TEST_ORDER'] ?? '[]'));
    const place = (/** @type {import('@jest/reporters').Test} */ { path }) =>
      order.findIndex((name) => path.endsWith(`/${name}`));
    return tests.toSorted((one, other) => place(one) - place(other));
  }

  /** @param {readonly import('@jest/reporters').Test[]} tests */
  shard(tests) {
    return tests;
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
}
