import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DeclarationFiles } from '../build/packages/declaration-files.mjs';
import { describedPackages } from '../build/packages/package-entries.mjs';
import { packagePage } from '../build/packages/package-page.mjs';

const packages = describedPackages();

interface Manifest {
  readonly devDependencies: object;
}

/** The exports of an entry with these files; the first file is the entry. */
function exportsOf(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return new DeclarationFiles().exportsOf(join(folder, Object.keys(files)[0] ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('packages', () => {
  it('say of everything that they export what it is', () => {
    const silent = packages.flatMap(({ entries }) =>
      entries.flatMap(({ specifier, symbols }) =>
        symbols.filter(({ doc }) => doc === '').map(({ name }) => `${name} of ${specifier} has no docstring`),
      ),
    );
    expect(silent).toEqual([]);
    expect(packages.flatMap(({ entries }) => entries).length).toBeGreaterThan(30);
  });

  it('are all built before their pages', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
    expect(packages.map(({ name }) => name).filter((name) => !(name in manifest.devDependencies))).toEqual([]);
  });

  it('have pages that link to what they show', () => {
    for (const described of packages) {
      const page = packagePage(described, 'style.css');
      const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      const places = [...page.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);
      expect(links).toEqual(places);
      expect(new Set(places).size).toBe(places.length);
    }
  });
});

describe('DeclarationFiles', () => {
  it('follows names to where they are declared', () => {
    const files = {
      'index.d.ts':
        "export { open as start, type Options } from './open.js';\n/** Own. */\nexport declare const own: 1;\n",
      'open.d.ts':
        "import { Options } from './options.js';\nexport { Options };\n/** Opens.\n *\n * @throws never\n */\nexport declare function open(options: Options): void;\n",
      'options.d.ts': 'export interface Options {\n    /** How. */\n    readonly how: string;\n}\n',
    };
    expect(exportsOf(files)).toEqual([
      {
        name: 'Options',
        kind: 'type',
        doc: '',
        declaration: 'interface Options {\n    /** How. */\n    readonly how: string;\n}',
      },
      { name: 'own', kind: 'value', doc: 'Own.', declaration: 'const own: 1;' },
      {
        name: 'start',
        kind: 'function',
        doc: 'Opens.\n\n@throws never',
        declaration: 'function open(options: Options): void;',
      },
    ]);
  });

  it('leaves out what is private', () => {
    const text =
      '/** A door. */\nexport declare class Door {\n    #private;\n    private readonly lock;\n    /** Opens. */\n    open(): void;\n}\n';
    expect(exportsOf({ 'index.d.ts': text })).toEqual([
      {
        name: 'Door',
        kind: 'class',
        doc: 'A door.',
        declaration: 'class Door {\n    /** Opens. */\n    open(): void;\n}',
      },
    ]);
  });

  it('refuses a name that is declared nowhere', () => {
    expect(() => exportsOf({ 'index.d.ts': 'export { lost };\n' })).toThrow('lost, which is declared nowhere');
  });
});
