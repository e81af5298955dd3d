import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createContext, type Module, SourceTextModule } from 'node:vm';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FakePlatform } from '../src/testing/index.js';

const entry = new URL('../dist/index.js', import.meta.url);
const packages = new URL('../../', import.meta.url);

/** The common globals of browsers, Deno, Bun and Node 20 that the package uses. */
const web = {
  AbortController,
  AbortSignal,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};

let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

/** Loads a module with all its imports into a context without Node. */
async function loadForWeb(address: URL): Promise<{ readonly [name: string]: unknown }> {
  const context = createContext({ ...web });
  const loaded = new Map<string, Promise<SourceTextModule>>();
  const load = ({ href }: URL): Promise<SourceTextModule> => {
    const known = loaded.get(href) ?? readModule(href);
    loaded.set(href, known);
    return known;
  };
  const readModule = async (href: string) =>
    new SourceTextModule(await readFile(fileURLToPath(href), 'utf8'), { context, identifier: href });
  const link = (specifier: string, { identifier }: Module): Promise<SourceTextModule> => {
    if (specifier.startsWith('.')) return load(new URL(specifier, identifier));
    const [, name] = /^@trading-platform\/([a-z-]+)$/.exec(specifier) ?? [];
    if (name === undefined) throw new Error(`${identifier} imports ${specifier}`);
    return load(new URL(`${name}/dist/index.js`, packages));
  };
  const main = await load(address);
  await main.link(link);
  await main.evaluate();
  return main.namespace as { readonly [name: string]: unknown };
}

it('runs where there is nothing of Node', async () => {
  const { PlatformClient } = (await loadForWeb(entry)) as unknown as typeof import('../src/index.js');
  const client = PlatformClient.fromEnv({
    authUrl: url,
    apiUrl: url,
    clientId: 'erp',
    clientSecret: 'secret',
    userId: 'tanaka',
    password: 'correct horse',
  });
  const seqs: string[] = [];
  for await (const { seq } of client.master.download({}, { recordsPerGet: 4 })) seqs.push(seq);
  expect(seqs).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect((await client.authorizationUrl('https://erp.example.com/callback')).url).toContain('code_challenge=');
  await client.revoke();
});

it('is a test that would notice an import of Node', async () => {
  await expect(loadForWeb(new URL('../dist/node/index.js', import.meta.url))).rejects.toThrow('imports node:');
});
