import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `from './a.js'`, `import './a.js'`, `import('./a.js')`, `require('./a')`, `new URL('./a.js', …)`. */
const reference = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bnew URL\()\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;
/** Named by comments only. */
const isTypeScript = /\.[cm]?ts$/;
const completions = [
  '',
  '.js',
  '.cjs',
  '.mjs',
  '.json',
  '.node',
  '/index.js',
  '/index.cjs',
  '/index.mjs',
  '/index.json',
];

/**
 * What would be missing: the files of a package that are to go, but that others name which stay.
 *
 * @param {string} folder of the package
 * @param {readonly string[]} files of the package
 * @param {ReadonlySet<string>} unused those to go
 * @returns {readonly string[]} `cjs/index.js: ./missed.js`
 */
export function missedFiles(folder, files, unused) {
  const present = new Set(files);
  const code = files.filter((path) => /\.[cm]?js$/.test(path) && !unused.has(path));
  return code.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(reference)]
      .map(([, , specifier = '']) => specifier)
      .filter((specifier) => {
        const named = join(dirname(path), specifier);
        const found = completions.map((end) => `${named}${end}`).find((candidate) => present.has(candidate));
        return found !== undefined && unused.has(found) && !isTypeScript.test(found);
      })
      .map((specifier) => `${path}: ${specifier}`),
  );
}
