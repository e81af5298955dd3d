import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';

/**
 * A package that is published.
 *
 * @typedef {object} PublicPackage
 * @property {string} name `@trading-platform/client`
 * @property {string} folder `packages/client`
 * @property {Record<string, any>} manifest as it stands in the workspace
 */

/**
 * @param {string} [root] of a workspace
 * @returns {readonly PublicPackage[]} in the order of their names
 */
export function publicPackages(root = rootFolder) {
  return readdirSync(join(root, 'packages'))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
      return { name: manifest.name, folder: `packages/${folder}`, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true);
}
