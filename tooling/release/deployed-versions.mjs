import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from '@trading-platform/bootstrap/service-definitions';

/** For each file of `deploy/` that names the versions of the images: the text before the version of an image. */
const places = {
  'deploy/kubernetes/kustomization.yaml': (/** @type {string} */ image) =>
    new RegExp(`(  - name: trading-platform/${image}\\n.*\\n    newTag: ).+`),
  'deploy/Containerfile': (/** @type {string} */ image) =>
    new RegExp(`(title="trading platform: ${image}" \\\\\\n  org\\.opencontainers\\.image\\.version=).+`),
};

/**
 * Returns the files of `deploy/` after the current versions have been filled in.
 *
 * @param {string} root of a workspace
 * @returns {ReadonlyMap<string, string>} texts by path
 * @throws {Error} where a file does not name the version of an image
 */
export function deployedVersions(root) {
  return new Map(
    Object.entries(places).map(([path, placeOf]) => {
      let text = readFileSync(join(root, path), 'utf8');
      for (const [image, folder] of Object.entries(programFolders)) {
        const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
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
