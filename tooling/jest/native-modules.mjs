import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const globalsUrl = 'jest:globals';
const globalNames = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'];
/** Test files get these from `@jest/globals`. @type {Record<string, unknown>} */
export const globals = {};

/** @type {import('@jest/transform').TransformationOptions} */
const transformation = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
  collectCoverage: false,
  collectCoverageFrom: [],
  coverageProvider: 'v8',
};

/** The files of the source maps, by the path and by the URL of the compiled source. @type {Map<string, string>} */
const sourceMaps = new Map();
/** @type {import('@jest/transform').ScriptTransformer} */
let transformer;
/** @type {Map<string, string>} */
let sourceMapsOfFile;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, format: 'module', shortCircuit: true };
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts') === true) {
      const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url === globalsUrl) return { format: 'module', source: sourceOfGlobals(), shortCircuit: true };
    if (!/^file:.*\.ts$/.test(url) || url.includes('/node_modules/')) return next(url, context);
    return { format: 'module', source: compile(url), shortCircuit: true };
  },
});

/**
 * Imports a test file as Node imports a program. Node then keeps the modules that the file has imported, and the next
 * test file of the process finds them loaded and compiled.
 *
 * @param {string} url
 * @param {import('@jest/transform').ScriptTransformer} itsTransformer
 * @param {Map<string, string>} itsSourceMaps filled with the source maps that its stack traces need
 */
export async function importNatively(url, itsTransformer, itsSourceMaps) {
  transformer = itsTransformer;
  sourceMapsOfFile = itsSourceMaps;
  for (const [source, map] of sourceMaps) itsSourceMaps.set(source, map);
  await import(url);
}

function sourceOfGlobals() {
  const lines = globalNames.map((name) => `export const ${name} = globals.${name};`);
  return [`import { globals } from '${import.meta.url}';`, ...lines].join('\n');
}

/** @param {string} url */
function compile(url) {
  const path = fileURLToPath(url);
  const { code, sourceMapPath } = transformer.transform(path, transformation);
  if (sourceMapPath !== null) {
    for (const source of [path, url]) {
      sourceMaps.set(source, sourceMapPath);
      sourceMapsOfFile.set(source, sourceMapPath);
    }
  }
  return code;
}
