import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { isMusl } from '../node-version.mjs';
import { prune } from '../trees/prune.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

const store = 'node_modules/.pnpm';
const inFetch = `${store}/fetch@1.0.0/node_modules/fetch`;

const inDriver = `${store}/driver@1.0.0/node_modules/driver`;
const inBinary = `${store}/binary@1.0.0/node_modules/binary`;

/**
 * The files that pnpm deploys for a program. The bundle of this program contains the package `fetch` and loads the package `driver` from
 * the folder beside the bundle. `driver` uses the package `binary`.
 */
const files = {
  'package.json': '{}',
  'bundle/main.js': "import 'driver';",
  'bundle/main.js.map': '',
  'bundle/left-outside.json': '["driver", "absent"]',
  'dist/main.js': "import fetch from 'fetch';",
  'pnpm-lock.yaml': '',
  'node_modules/.modules.yaml': '',
  [`${store}/lock.yaml`]: '',
  [`${inFetch}/package.json`]: '{}',
  [`${inFetch}/LICENSE`]: '',
  [`${inFetch}/README.md`]: '',
  [`${inFetch}/lib/fetch.js`]: '',
  [`${store}/@types+fetch@1.0.0/node_modules/@types/fetch/package.json`]: '{}',
  [`${inDriver}/index.js`]: "import 'binary';",
  [`${inDriver}/index.d.ts`]: '',
  [`${inDriver}/LICENSE`]: '',
  [`${inDriver}/src/driver.c`]: '',
  [`${inBinary}/binary.node`]: '',
};

const links = {
  'node_modules/driver': '.pnpm/driver@1.0.0/node_modules/driver',
  'node_modules/fetch': '.pnpm/fetch@1.0.0/node_modules/fetch',
  'node_modules/@types/fetch': '../.pnpm/@types+fetch@1.0.0/node_modules/@types/fetch',
  [`${store}/driver@1.0.0/node_modules/binary`]: '../../binary@1.0.0/node_modules/binary',
};

const system = `${process.platform}${isMusl() ? 'musl' : ''}`;

/** Files and links. */
function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)).map((file) => join(entry.name, file)) : [entry.name],
  );
}

it('leaves the bundle, packages beside it without what nothing reads, and papers of packages in it', () =>
  inTemporaryFolder((folder) => {
    for (const [path, text] of Object.entries({ ...files, 'node_modules/@types/.keep': '' })) folder.write(path, text);
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder.path, path));
    prune(folder.path);
    expect(filesBelow(folder.path).toSorted()).toEqual([
      'bundle/left-outside.json',
      'bundle/main.js',
      `${inBinary}/binary.node`,
      `${store}/driver@1.0.0/node_modules/binary`,
      `${inDriver}/LICENSE`,
      `${inDriver}/index.js`,
      `${inFetch}/LICENSE`,
      `${inFetch}/package.json`,
      'node_modules/@types/.keep',
      'node_modules/driver',
      'node_modules/fetch',
      'package.json',
    ]);
  }));

it('leaves the compiled code for the processor that is named', () =>
  inTemporaryFolder((folder) => {
    const compiled = ['x64', 'arm64'].map((architecture) => `${inDriver}/prebuilds/${system}-${architecture}.node`);
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
    for (const path of compiled) folder.write(path, '');
    symlinkSync(links['node_modules/driver'], join(folder.path, 'node_modules/driver'));
    prune(folder.path, 'arm64');
    const left = filesBelow(folder.path).filter((path) => path.includes('prebuilds'));
    expect(left).toEqual([`${inDriver}/prebuilds/${system}-arm64.node`]);
  }));
