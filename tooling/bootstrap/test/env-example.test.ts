import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { envExample } from '../env-example.mjs';
import { inRoot } from '../root-folder.mjs';

it('.env.example says what the code says; "pnpm run env-example" writes it', async () => {
  expect(readFileSync(inRoot('.env.example'), 'utf8')).toBe(await envExample());
});
