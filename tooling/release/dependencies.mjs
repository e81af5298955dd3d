import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';

/**
 * A package that comes along at run time.
 *
 * @typedef {object} Dependency
 * @property {string} id `name@version`
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} folder in the workspace; none where it comes from a registry
 * @property {string | undefined} integrity `sha512-…`; none of the workspace's own
 * @property {readonly string[]} needs ids
 */

/** @typedef {Record<string, string | { version: string }>} Versions */

/**
 * What the lockfile knows.
 *
 * @typedef {object} Lockfile
 * @property {Record<string, Partial<Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Versions>>>} importers
 * @property {Record<string, { resolution: { integrity?: string } }>} packages
 * @property {Record<string, Partial<Record<'dependencies' | 'optionalDependencies', Versions>>>} snapshots
 */

/** Reads what comes along with a package of a workspace, for every platform, from its lockfile. */
export class Dependencies {
  /** @type {string} */
  #root;
  /** @type {Lockfile} */
  #lockfile;
  /** @type {Readonly<Record<string, readonly string[]>>} */
  #bundled;

  /**
   * @param {string} root of a workspace
   * @param {Readonly<Record<string, readonly string[]>>} bundled development dependencies that a package takes into its build, by its name
   */
  constructor(root, bundled) {
    this.#root = root;
    this.#bundled = bundled;
    this.#lockfile = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  }

  /**
   * @param {string} folder in the workspace
   * @returns {Map<string, Dependency>} the package itself first, and all that comes along, by id
   */
  of(folder) {
    /** @type {Map<string, Dependency>} */
    const found = new Map();
    this.#addOwn(folder, found);
    return found;
  }

  /**
   * @param {string} folder
   * @param {Map<string, Dependency>} found
   * @returns {string} its id
   */
  #addOwn(folder, found) {
    const { name, version } = JSON.parse(readFileSync(join(this.#root, folder, 'package.json'), 'utf8'));
    const id = `${name}@${version}`;
    if (found.has(id)) return id;
    /** @type {string[]} */
    const needs = [];
    found.set(id, { id, name, version, folder, integrity: undefined, needs });
    const { dependencies, optionalDependencies, devDependencies = {} } = this.#lockfile.importers[folder] ?? {};
    const bundled = (this.#bundled[name] ?? []).map(
      (each) => /** @type {const} */ ([each, devDependencies[each] ?? '']),
    );
    for (const [alias, wanted] of Object.entries({
      ...Object.fromEntries(bundled),
      ...dependencies,
      ...optionalDependencies,
    })) {
      const at = typeof wanted === 'string' ? wanted : wanted.version;
      needs.push(
        at.startsWith('link:')
          ? this.#addOwn(posix.join(folder, at.slice('link:'.length)), found)
          : this.#addForeign(alias, at, found),
      );
    }
    return id;
  }

  /**
   * @param {string} alias
   * @param {string} at a version, or name and version where it has another name than its alias
   * @param {Map<string, Dependency>} found
   * @returns {string} its id
   */
  #addForeign(alias, at, found) {
    const key = `${alias}@${at}` in this.#lockfile.snapshots ? `${alias}@${at}` : at;
    const snapshot = this.#lockfile.snapshots[key];
    if (snapshot === undefined) throw new Error(`The lockfile has no ${alias} ${at}`);
    const id = key.replace(/\(.*$/, '');
    if (found.has(id)) return id;
    const separator = id.lastIndexOf('@');
    /** @type {string[]} */
    const needs = [];
    const { integrity } = this.#lockfile.packages[id]?.resolution ?? {};
    found.set(id, {
      id,
      name: id.slice(0, separator),
      version: id.slice(separator + 1),
      folder: undefined,
      integrity,
      needs,
    });
    for (const [name, version] of Object.entries({ ...snapshot.dependencies, ...snapshot.optionalDependencies })) {
      needs.push(this.#addForeign(name, typeof version === 'string' ? version : version.version, found));
    }
    return id;
  }
}
