import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages that contain compiled code, or that read files of their own. These packages are deployed beside the bundle. */
const leftOutside = ['@node-rs/argon2', '@trading-platform/portal', '@trading-platform/sqlite-driver'];
/** Nest loads this package only if the program uses no other adapter. */
const neverLoaded = ['@nestjs/platform-express'];
/** Libraries of modules without side effects. Their unused parts are left out, which saves a twentieth of the start. */
const withoutUnusedParts = /node_modules\/(?:zod|jose)\//;
/** The expression with which code refers to a file in its own folder. */
const ownFile = /new URL\('([^']+)',\s*import\.meta\.url\)/g;
/** Warnings that libraries cause: missing optional imports, and code that a bundler does not recommend. */
const expected = new Set(['CIRCULAR_DEPENDENCY', 'EVAL', 'UNRESOLVED_IMPORT']);

/**
 * If a file contains a character outside Latin-1, Node needs two bytes for each of its characters, and reads it more
 * slowly. So such characters are escaped, and comments without a licence are left out.
 */
const quickToLoad = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
};

/**
 * Bundles a program and everything that it loads into the folder `bundle` of its package. The order of execution, all names and the
 * line breaks remain unchanged.
 *
 * @param {string} folder of the program's package, which is built
 * @param {readonly string[]} scripts paths in the folder of the scripts that are started or imported. Each has the same
 * name in the bundle.
 * @throws {Error} when code names a file in its own folder that the bundle lacks
 */
export async function bundle(folder, scripts) {
  const dir = join(folder, 'bundle');
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({
    input: scripts.map((script) => join(folder, script)),
    platform: 'node',
    external: [...leftOutside, ...neverLoaded],
    plugins: [threads, mapsOfOwnCode, httpWithoutFetch],
    treeshake: {
      moduleSideEffects: [
        { test: withoutUnusedParts, sideEffects: false },
        { test: /./, sideEffects: true },
      ],
    },
    onLog: (level, log, tell) => {
      if (!expected.has(log.code ?? '')) tell(level, log);
    },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    chunkFileNames: '[name].js',
    keepNames: true,
    ...quickToLoad,
    sourcemap: true,
  });
  await build.close();
  writeFileSync(join(dir, 'left-outside.json'), JSON.stringify(leftOutside));
  const lost = output.flatMap((file) => (file.type === 'chunk' ? lostFiles(file.code, dir) : []));
  if (lost.length > 0) throw new Error(`Not to be found from ${dir}: ${lost.join(', ')}`);
}

/** Files that the code starts as threads remain separate files with the same names. @type {import('rolldown').Plugin} */
const threads = {
  name: 'threads',
  transform: {
    filter: { code: "new URL('" },
    handler(code, id) {
      for (const [, path = ''] of code.matchAll(ownFile)) {
        if (path.startsWith('./') && path.endsWith('.js')) {
          this.emitFile({ type: 'chunk', id: resolve(id, '..', path), fileName: basename(path) });
        }
      }
    },
  },
};

/**
 * Source maps refer only to the sources of our own code. With the sources of libraries, the maps would be four times as large.
 *
 * @type {import('rolldown').Plugin}
 */
const mapsOfOwnCode = {
  name: 'maps of own code',
  load: {
    filter: { id: { exclude: /node_modules/ } },
    handler(id) {
      if (!existsSync(`${id}.map`)) return null;
      return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
    },
  },
  transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

/**
 * Loads `node:http` as an object. An import statement would read all names of the module, and reading the name
 * `WebSocket` loads Node's whole `fetch`, which takes a tenth of the start of a service.
 *
 * @type {import('rolldown').Plugin}
 */
const httpWithoutFetch = {
  name: 'http without fetch',
  renderChunk: (code) => ({
    code: code.replaceAll(
      /^import (?:\* as (\w+)|(\w+)|(\{.*\})) from "(?:node:)?http";$/gm,
      (_, all, byDefault, names) => {
        const wanted = all ?? byDefault ?? names.replaceAll(' as ', ': ');
        return `const ${wanted} = process.getBuiltinModule("node:http");`;
      },
    ),
    map: null,
  }),
};

/**
 * @param {string} code
 * @param {string} folder
 */
function lostFiles(code, folder) {
  return [...code.matchAll(ownFile)].map(([, path = '']) => path).filter((path) => !existsSync(join(folder, path)));
}
