import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { packagesBesideBundle } from './beside-bundle.mjs';
import { endingsLeftOut, filesOfPnpm, namesLeftOut, packagesLeftOut, papers, pathsLeftOut } from './left-out.mjs';
import { missedFiles } from './missed-files.mjs';

/**
 * Removes from a folder that pnpm has deployed what no program reads while it runs.
 *
 * @param {string} folder
 * @throws {Error} where a file that stays needs one that goes
 */
export function prune(folder) {
  for (const path of filesOfPnpm) remove(join(folder, path));
  const besideBundle = packagesBesideBundle(folder);
  if (besideBundle !== undefined) remove(join(folder, 'dist'));
  const missed = packagesIn(folder).flatMap((each) => {
    if (isLeftOut(each.name)) remove(each.home);
    else if (each.home === folder || besideBundle?.has(realpathSync(each.folder)) !== false) return prunePackage(each);
    else leavePapers(each);
    return [];
  });
  if (missed.length > 0) throw new Failure(`Files that are left out are needed:\n${missed.join('\n')}`);
  removeBrokenLinks(join(folder, 'node_modules'));
}

/**
 * A package of a tree, and the folder that holds it and links to the packages that it uses.
 *
 * @typedef {{ name: string, folder: string, home: string }} InstalledPackage
 */

/**
 * @param {string} folder a tree
 * @returns {readonly InstalledPackage[]} the program itself, without a name, and each package once
 */
function packagesIn(folder) {
  const store = join(folder, 'node_modules', '.pnpm');
  const homes = foldersIn(store).filter((entry) => existsSync(join(store, entry, 'node_modules')));
  const packages = homes.flatMap((entry) => {
    const home = join(store, entry);
    return packagesOfHome(join(home, 'node_modules')).map((each) => ({ ...each, home }));
  });
  return [{ name: '', folder, home: folder }, ...packages];
}

/** @param {string} name */
function isLeftOut(name) {
  return packagesLeftOut.some((each) => name === each || (each.endsWith('/') && name.startsWith(each)));
}

/** @param {string} home its links lead to the homes of others */
function packagesOfHome(home) {
  const folders = foldersIn(home);
  const scoped = folders
    .filter((name) => name.startsWith('@'))
    .flatMap((scope) => foldersIn(join(home, scope)).map((name) => `${scope}/${name}`));
  return [...folders.filter((name) => !name.startsWith('@')), ...scoped].map((name) => ({
    name,
    folder: join(home, name),
  }));
}

/** @param {string} folder */
function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/**
 * @param {InstalledPackage} pruned
 * @returns {readonly string[]} what is needed all the same, and by whom
 */
function prunePackage({ name, folder }) {
  const files = filesIn(folder);
  const unused = new Set(unusedFiles(name, files));
  const missed = missedFiles(folder, files, unused);
  for (const path of unused) remove(join(folder, path));
  removeEmptyFolders(folder);
  return missed.map((line) => `${name}/${line}`);
}

/** Of what is in the bundle, who wrote it and which version it is: for licences, and for those who look for known flaws. @param {InstalledPackage} bundled */
function leavePapers({ folder }) {
  for (const path of filesIn(folder)) if (!papers.test(path)) remove(join(folder, path));
  removeEmptyFolders(folder);
}

/**
 * @param {string} name
 * @param {readonly string[]} files
 */
function unusedFiles(name, files) {
  const ofPackage = new Map(Object.entries(pathsLeftOut)).get(name) ?? [];
  const leftOut = [...namesLeftOut, ...ofPackage];
  return files.filter(
    (path) => endingsLeftOut.some((ending) => path.endsWith(ending)) || leftOut.some((each) => isWithin(path, each)),
  );
}

/**
 * @param {string} path
 * @param {string} other a file or a folder
 */
function isWithin(path, other) {
  return path === other || path.startsWith(`${other}/`);
}

/**
 * @param {string} folder
 * @returns {readonly string[]} the paths of a package's own files
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!entry.isDirectory() || entry.name === 'node_modules') return [];
    return filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
  });
}

/** @param {string} folder */
function removeEmptyFolders(folder) {
  for (const name of foldersIn(folder)) if (name !== 'node_modules') removeEmptyFolders(join(folder, name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
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
function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
