import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';

/**
 * A package that is published.
 *
 * @typedef {object} PublicPackage
 * @property {string} name `@trading-platform/client`
 * @property {string} folder `packages/client`
 * @property {Record<string, any>} manifest the manifest in the workspace
 */

/**
 * @param {string} [root] of a workspace
 * @returns {readonly PublicPackage[]} in the order of their names
 */
export function publicPackages(root = rootFolder) {
  return globSync('{packages,programs}/*/package.json', { cwd: root })
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return { name: manifest.name, folder: dirname(file), manifest };
    })
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
