import { expect, it } from '@jest/globals';
import { publicPackages } from '../public-packages.mjs';
import { tryPackages } from './try-packages.js';

const timeoutMs = 1_800_000;

it(
  'installs each package alone, compiles its README and runs it',
  async () => {
    const lines = publicPackages().flatMap(({ name }) => [`PASS ${name} (npm)\n`, `PASS ${name} (pnpm)\n`]);
    expect(await tryPackages()).toEqual({ code: 0, output: lines.join('') });
  },
  timeoutMs,
);
