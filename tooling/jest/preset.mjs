import { fileURLToPath } from 'node:url';

/** Long tests run separately, with `npm run test:long`. */
const long = process.env.TEST_LONG === '1';

/** Ends tests that hang. On a slow day a test needs many times its usual duration, and no test is judged by its duration. */
export const testTimeout = 240_000;

/**
 * The configuration with which all tests of this repository run: native ES modules, and decorators that swc compiles.
 * Tests import `jest` from `@jest/globals`.
 *
 * @param {string} displayName name of the workspace package
 * @returns {import('jest').Config}
 */
export function definePackageTests(displayName) {
  return {
    displayName,
    testTimeout,
    testEnvironment: 'node',
    testRunner: fileURLToPath(new URL('native-runner.mjs', import.meta.url)),
    testMatch: [long ? '**/*.long.test.ts' : '**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(long ? [] : ['\\.long\\.test\\.ts$'])],
    modulePathIgnorePatterns: ['/dist/'],
    transform: {
      '^.+\\.ts$': [
        fileURLToPath(import.meta.resolve('@swc/jest')),
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
