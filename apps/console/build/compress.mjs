import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.argv[2] ?? 'web/dist';
const compressible = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** Files below this size are not compressed, because that would not save a network packet. */
const leastBytes = 1_000;

/** Writes compressed copies of the page's files next to the originals. */
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
await Promise.all(paths.filter((path) => compressible.has(extname(path))).map(compress));

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path);
  if (content.length < leastBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
