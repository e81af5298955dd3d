import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** They have compiled code, or files that they read beside themselves. Who deploys a bundle deploys them too. */
const leftOutside = ['@node-rs/argon2', '@trading-platform/portal', '@trading-platform/sqlite-driver'];
/** Nest loads it where it is given no other adapter. */
const neverLoaded = ['@nestjs/platform-express'];
/** How code names a file beside it. */
const ownFile = /new URL\('([^']+)',\s*import\.meta\.url\)/g;
/** What libraries try to load and go on without, and what they do that a bundler dislikes. */
const expected = new Set(['CIRCULAR_DEPENDENCY', 'EVAL', 'UNRESOLVED_IMPORT']);

/**
 * Puts a program and all that it loads into the folder `bundle` of its package. Everything runs in the same order as before, and names
 * stay.
 *
 * @param {string} folder of the program's package, which is built
 * @param {string} script what is started, below the folder; in the bundle it has the same name
 * @throws {Error} where code names a file beside it that is not there in the bundle
 */
export async function bundle(folder, script) {
  const dir = join(folder, 'bundle');
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({
    input: join(folder, script),
    platform: 'node',
    external: [...leftOutside, ...neverLoaded],
    plugins: [threads, mapsOfOwnCode],
    treeshake: false,
    onLog: (level, log, tell) => {
      if (!expected.has(log.code ?? '')) tell(level, log);
    },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    chunkFileNames: '[name].js',
    keepNames: true,
    minify: false,
    sourcemap: true,
  });
  await build.close();
  writeFileSync(join(dir, 'left-outside.json'), JSON.stringify(leftOutside));
  const lost = output.flatMap((file) => (file.type === 'chunk' ? lostFiles(file.code, dir) : []));
  if (lost.length > 0) throw new Error(`Not to be found from ${dir}: ${lost.join(', ')}`);
}

/** A file that code starts as a thread stays a file of that name. @type {import('rolldown').Plugin} */
const threads = {
  name: 'threads',
  transform(code, id) {
    for (const [, path = ''] of code.matchAll(ownFile)) {
      if (path.startsWith('./') && path.endsWith('.js')) {
        this.emitFile({ type: 'chunk', id: resolve(id, '..', path), fileName: basename(path) });
      }
    }
  },
};

/** Source maps lead to the sources of our own code; those of libraries would take four times as much. @type {import('rolldown').Plugin} */
const mapsOfOwnCode = {
  name: 'maps of own code',
  load(id) {
    if (id.includes('node_modules') || !existsSync(`${id}.map`)) return null;
    return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
  },
  transform(code, id) {
    return id.includes('node_modules') ? { code, map: { mappings: '' } } : null;
  },
};

/**
 * @param {string} code
 * @param {string} folder
 */
function lostFiles(code, folder) {
  return [...code.matchAll(ownFile)].map(([, path = '']) => path).filter((path) => !existsSync(join(folder, path)));
}
