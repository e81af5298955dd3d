import { transformSync } from '@swc/core';
import { definePackageTests } from '@trading-platform/jest-preset';

const { transform: transforms = {} } = definePackageTests('mutants');
const [, swcOptions] = /** @type {[string, import('@swc/core').Options]} */ (transforms['^.+\\.ts$']);

/** A source as the tests compile it. @param {string} file @param {string} source */
export function compiled(file, source) {
  return transformSync(source, { ...swcOptions, filename: file, configFile: false, swcrc: false }).code;
}
