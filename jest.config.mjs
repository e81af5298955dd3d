/** All tests of the repository in one run; `npm test` does the set-up first. */
export default {
  projects: ['<rootDir>/{apps,examples,packages,tooling}/*/jest.config.mjs', '<rootDir>/e2e/jest.config.mjs'],
  testTimeout: 30_000,
};
