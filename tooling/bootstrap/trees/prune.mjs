import { existsSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMusl } from '../node-version.mjs';

/** Files that no running program reads: types, sources, source maps, documents and build settings. Licences stay. */
const unread =
  /(?:\.[cm]?ts|\.map|\.md|\.gyp|\.tsbuildinfo|\.test\.js|\.turbo\/.*|(?:^|\/)(?:jest\.config\.mjs|(?:tsconfig|turbo)[.\w]*\.json))$/;
/** Packages that contain only types, or files for a compiler. */
const unreadPackages = /^(?:@types\/|node-addon-api$)/;
const system = `${process.platform}${isMusl() ? 'musl' : ''}`;
/**
 * Files of the SQLite driver that are not needed: its C sources, and its compiled code for other systems.
 *
 * @param {string} architecture of the processor, as Node names it
 */
const unreadOfDriver = (architecture) =>
  new RegExp(`^(?:deps/|src/|(?:lib|prebuilds)/(?!${system}-${architecture}\\.)[a-z0-9]+-(?:x64|arm64)\\.)`);
/**
 * The files that remain of a package whose code is in the bundle. They are needed for lists of licences, and by
 * scanners that search for known vulnerabilities.
 */
const papers = /^(?:package\.json|(?:.*\/)?(?:licen[cs]e|copying|notice)[^/]*)$/i;
const filesOfPnpm = ['.bin', '.modules.yaml', '.pnpm-workspace-state-v1.json', '.pnpm/lock.yaml'].map(
  (name) => `node_modules/${name}`,
);

/**
 * In a folder that pnpm has deployed, removes all files that no running program reads.
 *
 * @param {string} folder of a program that runs from its folder `bundle`
 * @param {string} [architecture] of the processor, as Node names it
 */
export function prune(folder, architecture = process.arch) {
  const unreadHere = unreadOfDriver(architecture);
  const isRead = (/** @type {string} */ file) => !unread.test(file) && !unreadHere.test(file);
  for (const path of ['dist', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...filesOfPnpm]) remove(join(folder, path));
  const beside = packagesBesideBundle(folder);
  for (const { name, path, home } of packagesIn(folder)) {
    if (unreadPackages.test(name)) remove(home);
    else leave(path, beside.has(realpathSync(path)) ? isRead : (file) => papers.test(file));
  }
  leave(folder, isRead);
  removeBrokenLinks(join(folder, 'node_modules'));
}

/**
 * The packages that a bundle loads from the folder beside it, and the packages that these use. `left-outside.json` may name
 * packages that the program does not have; the program does not need them.
 *
 * @param {string} folder
 * @returns {ReadonlySet<string>} real paths
 */
function packagesBesideBundle(folder) {
  /** @type {Set<string>} */
  const found = new Set();
  const names = JSON.parse(readFileSync(join(folder, 'bundle', 'left-outside.json'), 'utf8'));
  for (const name of names) add(join(folder, 'node_modules', name));
  return found;

  /** @param {string} link */
  function add(link) {
    if (!existsSync(link)) return;
    const path = realpathSync(link);
    if (found.has(path)) return;
    found.add(path);
    // pnpm puts the dependencies of a package into the folder beside the package.
    const parent = dirname(path);
    const home = basename(parent).startsWith('@') ? dirname(parent) : parent;
    for (const used of packagesOf(home)) add(join(home, used));
  }
}

/**
 * @param {string} folder
 * @returns {readonly { name: string, path: string, home: string }[]} each package once; its `home` contains links to
 * the packages that it uses
 */
function packagesIn(folder) {
  const store = join(folder, 'node_modules', '.pnpm');
  return readdirSync(store)
    .map((entry) => join(store, entry))
    .filter((home) => existsSync(join(home, 'node_modules')))
    .flatMap((home) =>
      packagesOf(join(home, 'node_modules')).map((name) => ({ name, path: join(home, 'node_modules', name), home })),
    )
    .filter(({ path, home }) => realpathSync(path).startsWith(`${realpathSync(home)}/`));
}

/** @param {string} modules a folder `node_modules` */
const packagesOf = (modules) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
  );

/**
 * @param {string} folder of a package
 * @param {(file: string) => boolean} stays
 */
function leave(folder, stays) {
  visit('');

  /** @param {string} within */
  function visit(within) {
    const here = join(folder, within);
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules') visit(path);
      else if (entry.isFile() && !stays(path)) remove(join(folder, path));
    }
    if (within !== '' && readdirSync(here).length === 0) rmdirSync(here);
  }
}

/** @param {string} folder with links to packages, some of which are gone */
function removeBrokenLinks(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() && !existsSync(path)) remove(path);
    if (entry.isDirectory()) removeBrokenLinks(path);
  }
}

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true });
