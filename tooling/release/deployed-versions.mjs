import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from '@trading-platform/bootstrap/service-definitions';

/** @typedef {import('@trading-platform/bootstrap/service-definitions').DeployedProgram} DeployedProgram */

const newTag = (/** @type {string} */ image) =>
  new RegExp(`(  - name: trading-platform/${image}\\n.*\\n    newTag: ).+`);
const label = (/** @type {string} */ image) =>
  new RegExp(`(title="trading platform: ${image}" \\\\\\n  org\\.opencontainers\\.image\\.version=).+`);

/**
 * For each file of `deploy/` that names versions of images: these images, and the pattern that finds the version of an
 * image.
 *
 * @type {Readonly<Record<string, { images: readonly DeployedProgram[], placeOf: (image: string) => RegExp }>>}
 */
const places = {
  'deploy/kubernetes/kustomization.yaml': { images: ['auth', 'api', 'worker', 'tpctl'], placeOf: newTag },
  'deploy/kubernetes/tpctl/kustomization.yaml': { images: ['tpctl'], placeOf: newTag },
  'deploy/kubernetes/console/kustomization.yaml': { images: ['console'], placeOf: newTag },
  'deploy/Containerfile': { images: ['auth', 'api', 'worker', 'console', 'tpctl'], placeOf: label },
};

/**
 * Returns the files of `deploy/` after the current versions have been filled in.
 *
 * @param {string} root of a workspace
 * @returns {ReadonlyMap<string, string>} texts by path
 * @throws {Error} if a file does not name the version of an image
 */
export function deployedVersions(root) {
  return new Map(
    Object.entries(places).map(([path, { images, placeOf }]) => {
      let text = readFileSync(join(root, path), 'utf8');
      for (const image of images) {
        const { version } = JSON.parse(readFileSync(join(root, programFolders[image], 'package.json'), 'utf8'));
        if (!placeOf(image).test(text)) throw new Error(`${path} does not name the version of ${image}`);
        text = text.replace(placeOf(image), `$1${version}`);
      }
      return [path, text];
    }),
  );
}

/** @param {string} root of a workspace */
export function writeDeployedVersions(root) {
  if (!existsSync(join(root, 'deploy'))) return;
  for (const [path, text] of deployedVersions(root)) writeFileSync(join(root, path), text);
}
