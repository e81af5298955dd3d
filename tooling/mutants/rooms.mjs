/**
 * Mutants are made in business rules and in code that handles requests and answers. Mutants are not made in texts,
 * migrations, test doubles, settings, or code that only describes or starts something.
 *
 * @typedef {object} Room
 * @property {string} folder
 * @property {readonly string[]} [tests] run after the room's own tests; these tests start the room as a process
 */

/** @type {readonly Room[]} */
export const rooms = [
  { folder: 'packages/auth-core' },
  { folder: 'packages/batch-engine' },
  { folder: 'packages/ordering' },
  { folder: 'packages/database' },
  { folder: 'packages/call-counts' },
  { folder: 'packages/event-log' },
  { folder: 'packages/event-push' },
  { folder: 'packages/order-file' },
  { folder: 'apps/auth' },
  { folder: 'apps/api' },
  { folder: 'apps/worker', tests: ['e2e/test/callers.test.ts', 'e2e/test/seldom-used-rights.test.ts'] },
];

/** @param {string} file from the root */
export function isMutated(file) {
  return (
    file.endsWith('.ts') &&
    !/\.test\.ts$|\.d\.ts$|migration|\/testing\/|\/page\/|describe-|\/start-|reference-page|\/index\.ts$|\/(app|main|env)(\.module)?\.ts$/.test(
      file,
    )
  );
}
