import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPackage } from './in-package.mjs';
import { referencePage } from './reference-page.mjs';
import { writeHashed } from './write-hashed.mjs';

/** The folder of the renderer in the portal. The address contains the version, so that it may be cached for ever. */
const renderer = inPackage('node_modules', '@scalar', 'api-reference');
const { version } = JSON.parse(await readFile(join(renderer, 'package.json'), 'utf8'));
const rendererFolder = `assets/scalar-${version}`;

/** @typedef {{ script: string, style: string }} KindAssets */
/** @typedef {{ frame: string, read: KindAssets, try: KindAssets, renderer: string }} ReferenceAssets */

/**
 * Writes the pages that show the OpenAPI documents of the services, in both languages: pages for reading, and pages that make
 * calls, which load a large renderer.
 *
 * @param {string} site
 */
export async function writeReference(site) {
  await copyRenderer(join(site, rendererFolder));
  const assets = {
    frame: await writeHashed(site, 'frame.css'),
    read: await assetsOf(site, 'reference'),
    try: await assetsOf(site, 'try'),
    renderer: `${rendererFolder}/standalone.esm.js`,
  };
  for (const language of /** @type {const} */ (['en', 'ja'])) {
    const folder = join(site, language === 'en' ? '' : language, 'reference');
    await mkdir(folder, { recursive: true });
    for (const [name, service, kind] of pages) {
      await writeFile(join(folder, name), referencePage({ language, service, kind, assets }));
    }
  }
}

const pages = /** @type {const} */ ([
  ['index.html', 'api', 'read'],
  ['auth.html', 'auth', 'read'],
  ['try.html', 'api', 'try'],
  ['try-auth.html', 'auth', 'try'],
]);

/**
 * @param {string} site
 * @param {string} name
 * @returns {Promise<KindAssets>}
 */
async function assetsOf(site, name) {
  return { script: await writeHashed(site, `${name}.js`), style: await writeHashed(site, `${name}.css`) };
}

/** @param {string} path */
const isServed = (path) => !/\.map$|standalone\.js$/.test(path);

/**
 * Copies the renderer as modules, so that a page loads only the parts that it uses.
 *
 * @param {string} folder
 */
async function copyRenderer(folder) {
  await cp(join(renderer, 'dist', 'browser'), folder, { recursive: true, filter: isServed });
}
