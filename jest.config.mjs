import { testTimeout } from './tooling/jest/preset.mjs';

/** All tests of the repository in one run; `npm test` does the set-up first. */
export default {
  projects: ['<rootDir>/{apps,examples,packages,programs,tooling}/*/jest.config.mjs', '<rootDir>/e2e/jest.config.mjs'],
  testSequencer: '<rootDir>/tooling/jest/test-order.mjs',
  testTimeout,
  // Not among the temporary files, which are removed after each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Memory that suites leave behind makes a worker slow, because starting a process copies the page tables of the worker.
  workerIdleMemoryLimit: '1GB',
};
