import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.toolchain', '.turbo', 'data', 'coverage', 'docs']);
const imports =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'";]*?from '([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta/g;

/**
 * Knows which file imports which, for all sources and tests of the repository. Paths begin at the root of the
 * repository.
 */
export class ImportGraph {
  /** @type {Map<string, Set<string>>} */
  #importers = new Map();
  /** @type {Map<string, { folder: string, exports: Record<string, { default: string }> }>} */
  #packages = new Map();
  #files;

  /** @param {string} root */
  constructor(root) {
    const all = [...filesIn(root)];
    this.#files = new Set(all.filter((file) => /\.(ts|mjs)$/.test(file)));
    for (const file of all.filter((name) => name.endsWith('/package.json'))) {
      const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8'));
      this.#packages.set(name, { folder: dirname(file), exports: exports ?? {} });
    }
    for (const file of this.#files) {
      for (const [, from, dynamic, url] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
        const target = this.#resolve(file, from ?? dynamic ?? url ?? '');
        if (target !== undefined) this.#importers.set(target, (this.#importers.get(target) ?? new Set()).add(file));
      }
    }
  }

  get files() {
    return [...this.#files];
  }

  /**
   * Returns the tests that import a file, directly or indirectly. Tests that import it most directly come first.
   *
   * @param {string} file
   * @returns {string[]}
   */
  testsOf(file) {
    const reached = new Set([file]);
    for (const one of reached) for (const importer of this.#importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter((path) => path.endsWith('.test.ts') && !path.endsWith('.long.test.ts'));
  }

  /** @param {string} importer @param {string} specifier */
  #resolve(importer, specifier) {
    const path = specifier.startsWith('.')
      ? normalize(join(dirname(importer), specifier))
      : this.#inPackage(specifier.split('/'));
    const source = path?.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    return [path, source, `${path}/src/main.ts`].find((name) => name !== undefined && this.#files.has(name));
  }

  /** @param {string[]} specifier */
  #inPackage([scope, name, ...rest]) {
    const found = this.#packages.get(`${scope}/${name}`);
    const entry = found?.exports[['.', ...rest].join('/')];
    return entry?.default === undefined ? undefined : join(found?.folder ?? '', entry.default);
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* filesIn(root, folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesIn(root, path);
    else if (entry.isFile()) yield path;
  }
}
