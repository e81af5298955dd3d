import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { billOfMaterials } from '../bill.mjs';
import { Dependencies } from '../dependencies.mjs';

const digest = Buffer.alloc(64, 7);

const files = {
  'apps/server/package.json': '{ "name": "@shop/server", "version": "1.2.3" }',
  'packages/pages/package.json': '{ "name": "@shop/pages", "version": "0.0.0" }',
  'pnpm-lock.yaml': `
importers:
  apps/server:
    dependencies:
      '@shop/pages': { specifier: 'workspace:*', version: 'link:../../packages/pages' }
      driver-13: { specifier: 'npm:driver@13.0.0', version: driver@13.0.0 }
    devDependencies:
      tester: { specifier: 1.0.0, version: 1.0.0 }
  packages/pages:
    devDependencies:
      painter: { specifier: 2.0.0, version: '2.0.0(@color/red@1.0.0)' }
packages:
  driver@13.0.0: { resolution: { integrity: sha512-${digest.toString('base64')} } }
  painter@2.0.0: { resolution: {} }
  '@color/red@1.0.0': { resolution: {} }
  tester@1.0.0: { resolution: {} }
snapshots:
  driver@13.0.0: {}
  painter@2.0.0(@color/red@1.0.0):
    dependencies: { '@color/red': 1.0.0 }
    optionalDependencies: { driver: 13.0.0 }
  '@color/red@1.0.0': {}
  tester@1.0.0: {}
`,
};

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dependencies-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const needsOf = (bundled: Record<string, readonly string[]>) =>
  Object.fromEntries([...new Dependencies(root, bundled).of('apps/server')].map(([id, { needs }]) => [id, needs]));

it('follows packages of the workspace and other names, and leaves out what is for development', () => {
  expect(needsOf({})).toEqual({
    '@shop/server@1.2.3': ['@shop/pages@0.0.0', 'driver@13.0.0'],
    '@shop/pages@0.0.0': [],
    'driver@13.0.0': [],
  });
});

it('counts what a package takes into its build', () => {
  expect(needsOf({ '@shop/pages': ['painter'] })).toEqual({
    '@shop/server@1.2.3': ['@shop/pages@0.0.0', 'driver@13.0.0'],
    '@shop/pages@0.0.0': ['painter@2.0.0'],
    'painter@2.0.0': ['@color/red@1.0.0', 'driver@13.0.0'],
    '@color/red@1.0.0': [],
    'driver@13.0.0': [],
  });
});

it('makes a bill of materials that fits the schema of CycloneDX', async () => {
  const dependencies = new Dependencies(root, { '@shop/pages': ['painter'] }).of('apps/server');
  const licences = new Map([['driver@13.0.0', '(MIT OR Apache-2.0)']]);
  const at = new Date('2026-11-23T00:00:00Z');
  const text = await billOfMaterials(dependencies, licences, at);
  expect(await billOfMaterials(dependencies, licences, at)).toBe(text);
  const bill = JSON.parse(text);
  expect(bill.metadata.component).toMatchObject({
    type: 'application',
    purl: 'pkg:npm/%40shop/server@1.2.3',
    'bom-ref': '@shop/server@1.2.3',
  });
  expect(bill.components).toContainEqual({
    type: 'library',
    name: 'driver',
    version: '13.0.0',
    'bom-ref': 'driver@13.0.0',
    purl: 'pkg:npm/driver@13.0.0',
    hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
    licenses: [{ expression: '(MIT OR Apache-2.0)' }],
  });
  expect(bill.dependencies).toContainEqual({ ref: 'painter@2.0.0', dependsOn: ['@color/red@1.0.0', 'driver@13.0.0'] });
});
