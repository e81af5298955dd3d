import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { envExample } from '../env-example.mjs';
import { inRoot } from '../root-folder.mjs';

it('.env.example says what the code says; "pnpm run env-example" writes it', async () => {
  expect(readFileSync(inRoot('.env.example'), 'utf8')).toBe(await envExample());
});

it.each(['auth', 'api', 'worker'])('%s takes no setting of another program for a mistake', async (app) => {
  const { strayVariables } = await built('packages/service/dist/settings/stray-variables.js');
  const settings = (await built(`apps/${app}/dist/env.js`))[`${app}Settings`];
  const names = [...(await envExample()).matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(strayVariables(settings, Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

function built(path: string) {
  return import(pathToFileURL(inRoot(path)).href);
}
