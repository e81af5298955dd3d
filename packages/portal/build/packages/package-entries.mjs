import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from '../in-package.mjs';
import { DeclarationFiles } from './declaration-files.mjs';

/**
 * The exports of a package.
 *
 * @typedef {object} DescribedPackage
 * @property {string} name `@trading-platform/client`
 * @property {string} folder `client`
 * @property {string} description
 * @property {readonly Entry[]} entries
 */

/**
 * @typedef {object} Entry
 * @property {string} specifier `@trading-platform/client/node`
 * @property {readonly import('./declaration-files.mjs').ExportedSymbol[]} symbols by their names
 */

/** @returns {readonly DescribedPackage[]} the built published packages, sorted by name */
export function describedPackages() {
  const files = new DeclarationFiles();
  return ['packages', 'programs']
    .flatMap((parent) => readdirSync(inRepository(parent)).map((folder) => ({ parent, folder })))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
    .map(({ parent, folder }) => ({
      parent,
      folder,
      manifest: JSON.parse(readFileSync(inRepository(parent, folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ parent, folder, manifest }) => ({
      folder,
      name: manifest.name,
      description: manifest.description,
      entries: Object.entries(/** @type {Record<string, { types?: string }>} */ (manifest.exports)).flatMap(
        ([subpath, { types }]) =>
          types === undefined
            ? []
            : [
                {
                  specifier: manifest.name + subpath.slice(1),
                  symbols: files.exportsOf(inRepository(parent, folder, types)),
                },
              ],
      ),
    }));
}
