import { transformSync } from '@swc/core';
import { definePackageTests } from '@trading-platform/jest-preset';

const { transform: transforms = {} } = definePackageTests('mutants');
const [, swcOptions] = /** @type {[string, import('@swc/core').Options]} */ (transforms['^.+\\.ts$']);

/** Compiles a source in the same way as the tests do. @param {string} file @param {string} source */
export function compiled(file, source) {
  return transformSync(source, { ...swcOptions, filename: file, configFile: false, swcrc: false }).code;
}
