import { fileURLToPath } from 'node:url';

/**
 * A path in this package.
 *
 * @param {string[]} parts
 */
export function inPackage(...parts) {
  return fileURLToPath(new URL(`../${parts.join('/')}`, import.meta.url));
}

/**
 * A path in the repository.
 *
 * @param {string[]} parts
 */
export function inRepository(...parts) {
  return inPackage('..', '..', ...parts);
}
