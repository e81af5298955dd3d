import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';

/**
 * A package that is published.
 *
 * @typedef {object} PublicPackage
 * @property {string} name `@trading-platform/client`
 * @property {string} folder `packages/client`
 * @property {Record<string, any>} manifest as it stands in the workspace
 */

/** @returns {readonly PublicPackage[]} in the order of their names */
export function publicPackages() {
  return readdirSync(inRoot('packages'))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(inRoot('packages', folder, 'package.json'), 'utf8'));
      return { name: manifest.name, folder: `packages/${folder}`, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true);
}
