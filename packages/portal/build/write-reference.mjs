import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPackage } from './in-package.mjs';
import { referencePage } from './reference-page.mjs';
import { writeHashed } from './write-hashed.mjs';

/** Where the renderer lies in the portal. Its version is in the address, so that it may be kept for ever. */
const renderer = inPackage('node_modules', '@scalar', 'api-reference');
const { version } = JSON.parse(await readFile(join(renderer, 'package.json'), 'utf8'));
const rendererFolder = `assets/scalar-${version}`;

/** @typedef {{ script: string, style: string, renderer: string }} ReferenceAssets */

/**
 * Writes the pages that show the OpenAPI documents of the services, in both languages, with the renderer and what it needs.
 *
 * @param {string} site
 */
export async function writeReference(site) {
  await copyRenderer(join(site, rendererFolder));
  const assets = {
    script: await writeHashed(site, 'reference.js'),
    style: await writeHashed(site, 'reference.css'),
    renderer: `${rendererFolder}/standalone.esm.js`,
  };
  for (const language of /** @type {const} */ (['en', 'ja'])) {
    const folder = join(site, language === 'en' ? '' : language, 'reference');
    await mkdir(folder, { recursive: true });
    for (const service of /** @type {const} */ (['api', 'auth'])) {
      const name = service === 'api' ? 'index.html' : 'auth.html';
      await writeFile(join(folder, name), referencePage({ language, service, assets }));
    }
  }
}

/** @param {string} path */
const isServed = (path) => !/\.map$|standalone\.js$/.test(path);

/**
 * The renderer as modules: a page loads only what it shows.
 *
 * @param {string} folder
 */
async function copyRenderer(folder) {
  await cp(join(renderer, 'dist', 'browser'), folder, { recursive: true, filter: isServed });
}
