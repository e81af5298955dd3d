import { testTimeout } from './tooling/jest/preset.mjs';

/** All tests of the repository in one run; `npm test` does the set-up first. */
export default {
  projects: ['<rootDir>/{apps,examples,packages,programs,tooling}/*/jest.config.mjs', '<rootDir>/e2e/jest.config.mjs'],
  testSequencer: '<rootDir>/tooling/jest/test-order.mjs',
  testTimeout,
  // Not among the temporary files, which go with each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // What suites leave behind makes a worker slow: each process that it starts copies the tables of its memory.
  workerIdleMemoryLimit: '1GB',
};
