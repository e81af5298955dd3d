/** Long tests are a run of their own: `npm run test:long`. */
const long = process.env.TEST_LONG === '1';

/**
 * The one way tests run in this repository: native ES modules, decorators compiled by swc.
 * Needs `NODE_OPTIONS=--experimental-vm-modules`; in tests `jest` is imported from `@jest/globals`.
 *
 * @param {string} displayName name of the workspace package
 * @returns {import('jest').Config}
 */
export function definePackageTests(displayName) {
  return {
    displayName,
    testEnvironment: 'node',
    testMatch: [long ? '**/*.long.test.ts' : '**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(long ? [] : ['\\.long\\.test\\.ts$'])],
    modulePathIgnorePatterns: ['/dist/'],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          jsc: {
            target: 'es2024',
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          },
          module: { type: 'es6' },
        },
      ],
    },
  };
}
