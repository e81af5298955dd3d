import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** @typedef {import('../dist/index.js').PortalFile} PortalFile */

/** @type {Readonly<Record<string, string>>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Files that are already compressed. */
const packed = new Set(['.png']);
/** Below this size, compression would not save a network packet. */
const leastBytes = 1_000;
/** Higher levels make the largest file 3 % smaller, in ten times the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Compresses the files of a folder, and lists them with the facts that a server needs.
 *
 * @param {string} folder
 * @param {string} list
 */
export async function writeFileList(folder, list) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(paths.map((path) => listedFile(folder, path)));
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  await writeFile(list, `${JSON.stringify(files, null, 1)}\n`);
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Promise<PortalFile>}
 */
async function listedFile(folder, file) {
  const type = types[extname(file)];
  if (type === undefined) throw new Error(`The portal has a file of an unknown type: ${file}`);
  const content = await readFile(file);
  const isLarge = content.length >= leastBytes && !packed.has(extname(file));
  if (isLarge) await writeCompressed(file, content);
  const path = relative(folder, file).split(sep).join('/');
  return {
    path,
    type,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    isImmutable: path.startsWith('assets/'),
    encodings: isLarge ? ['br', 'gzip'] : [],
    scripts: type.startsWith('text/html') ? scriptSources(content.toString()) : [],
  };
}

/**
 * @param {string} file
 * @param {Buffer} content
 */
async function writeCompressed(file, content) {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/**
 * The hashes of a page's inline scripts, in the form of CSP.
 *
 * @param {string} page
 */
function scriptSources(page) {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  return [...scripts].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}
