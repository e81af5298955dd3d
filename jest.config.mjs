export default {
  projects: ['packages/*', 'apps/*', 'tooling/*', 'examples/*', 'e2e'].map(
    (room) => `<rootDir>/${room}/jest.config.mjs`,
  ),
};
