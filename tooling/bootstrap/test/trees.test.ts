import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { prune } from '../trees/prune.mjs';
import { inTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const store = 'node_modules/.pnpm';
const inFetch = `${store}/fetch@1.0.0/node_modules/fetch`;

/** As pnpm deploys a program that uses the package `fetch`, and the package `@types/fetch` for its types. */
function deployInto(folder: TemporaryFolder, files: Readonly<Record<string, string>> = {}): void {
  const all = {
    'package.json': '{}',
    'dist/main.js': "import fetch from 'fetch';",
    'dist/main.d.ts': '',
    'src/main.ts': '',
    'test/main.js': '',
    'pnpm-lock.yaml': '',
    'node_modules/.modules.yaml': '',
    [`${store}/lock.yaml`]: '',
    [`${inFetch}/index.js`]: "module.exports = require('./lib/fetch');",
    [`${inFetch}/lib/fetch.js`]: "/** @type {import('../index.d.ts').Fetch} */",
    [`${inFetch}/lib/fetch.test.js`]: '',
    [`${inFetch}/index.d.ts`]: '',
    [`${inFetch}/LICENSE`]: '',
    [`${inFetch}/README.md`]: '',
    [`${inFetch}/docs/use/one.html`]: '',
    [`${store}/@types+fetch@1.0.0/node_modules/@types/fetch/package.json`]: '{}',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) folder.write(path, text);
  folder.write(join('node_modules', '@types', '.keep'), '');
  symlinkSync(join('.pnpm', 'fetch@1.0.0', 'node_modules', 'fetch'), join(folder.path, 'node_modules', 'fetch'));
  symlinkSync(
    join('..', '.pnpm', '@types+fetch@1.0.0', 'node_modules', '@types', 'fetch'),
    join(folder.path, 'node_modules', '@types', 'fetch'),
  );
}

/** Files and links. */
function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)).map((file) => join(entry.name, file)) : [entry.name],
  );
}

describe('prune', () => {
  it('leaves code, licences and the links to what is there', () =>
    inTemporaryFolder((folder) => {
      deployInto(folder);
      prune(folder.path);
      expect(filesBelow(folder.path).toSorted()).toEqual([
        'dist/main.js',
        `${inFetch}/LICENSE`,
        `${inFetch}/index.js`,
        `${inFetch}/lib/fetch.js`,
        'node_modules/@types/.keep',
        'node_modules/fetch',
        'package.json',
      ]);
      expect(existsSync(join(folder.path, 'node_modules/fetch/index.js'))).toBe(true);
      expect(existsSync(join(folder.path, inFetch, 'docs'))).toBe(false);
    }));

  it('leaves whole what is beside a bundle, and papers of what is in it', () =>
    inTemporaryFolder((folder) => {
      const driver = `${store}/driver@1.0.0/node_modules/driver`;
      const binary = `${store}/binary@1.0.0/node_modules/binary`;
      deployInto(folder, {
        'bundle/main.js': "import 'driver';",
        'bundle/main.js.map': '',
        'bundle/left-outside.json': '["driver", "absent"]',
        [`${inFetch}/package.json`]: '{}',
        [`${driver}/index.js`]: "import 'binary';",
        [`${binary}/binary.node`]: '',
      });
      symlinkSync(
        join('..', '..', 'binary@1.0.0', 'node_modules', 'binary'),
        join(folder.path, driver, '..', 'binary'),
      );
      symlinkSync(join('.pnpm', 'driver@1.0.0', 'node_modules', 'driver'), join(folder.path, 'node_modules', 'driver'));
      prune(folder.path);
      expect(filesBelow(folder.path).toSorted()).toEqual([
        'bundle/left-outside.json',
        'bundle/main.js',
        `${binary}/binary.node`,
        `${store}/driver@1.0.0/node_modules/binary`,
        `${driver}/index.js`,
        `${inFetch}/LICENSE`,
        `${inFetch}/package.json`,
        'node_modules/@types/.keep',
        'node_modules/driver',
        'node_modules/fetch',
        'package.json',
      ]);
    }));

  it.each([
    ["require('./docs/table')", 'index.js: ./docs/table'],
    ["import { table } from './docs/table.json';", 'index.js: ./docs/table.json'],
    ["await import('./docs/table.json')", 'index.js: ./docs/table.json'],
    ["new Worker(new URL('./docs/table.json', import.meta.url))", 'index.js: ./docs/table.json'],
  ])('refuses to leave out what is named by %s', (code, problem) =>
    inTemporaryFolder((folder) => {
      deployInto(folder, { [`${inFetch}/index.js`]: code, [`${inFetch}/docs/table.json`]: '{}' });
      expect(() => prune(folder.path)).toThrow(`Files that are left out are needed:\nfetch/${problem}`);
    }),
  );
});
