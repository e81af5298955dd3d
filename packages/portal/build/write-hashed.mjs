import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPackage } from './in-package.mjs';

/**
 * Copies a file of `reference` into the portal. Its name contains a hash of its content, so that it may be cached for
 * ever.
 *
 * @param {string} site
 * @param {string} name
 * @returns {Promise<string>} its path in the portal
 */
export async function writeHashed(site, name) {
  const content = await readFile(inPackage('reference', name));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const path = `assets/${name.replace('.', `.${hash}.`)}`;
  await writeFile(join(site, path), content);
  return path;
}
