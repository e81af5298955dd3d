import { expect, it } from '@jest/globals';
import { tryPackages } from './try-packages.js';

it('installs the SDK alone, compiles its README and runs it', async () => {
  expect(await tryPackages('@trading-platform/client')).toEqual({
    code: 0,
    output: 'PASS @trading-platform/client (npm)\nPASS @trading-platform/client (pnpm)\n',
  });
});
