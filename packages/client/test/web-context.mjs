import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createContext, SourceTextModule } from 'node:vm';

/* Prints what a client reads in a runtime without Node. Parameters: the module to load, the address of the platform. */

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

/** Loads a module with all its imports into a context without Node. @param {string} address */
async function loadForWeb(address) {
  const context = createContext({ ...web });
  /** @type {Map<string, Promise<SourceTextModule>>} */
  const loaded = new Map();
  const load = (/** @type {string} */ href) => {
    const known = loaded.get(href) ?? readModule(href);
    loaded.set(href, known);
    return known;
  };
  const readModule = async (/** @type {string} */ href) =>
    new SourceTextModule(await readFile(fileURLToPath(href), 'utf8'), { context, identifier: href });
  const main = await load(address);
  await main.link((specifier, { identifier }) => {
    if (specifier.startsWith('.')) return load(new URL(specifier, identifier).href);
    const [, name] = /^@trading-platform\/([a-z-]+)$/.exec(specifier) ?? [];
    if (name === undefined) throw new Error(`${identifier} imports ${specifier}`);
    return load(new URL(`${name}/dist/index.js`, packages).href);
  });
  await main.evaluate();
  return /** @type {typeof import('../src/index.js')} */ (main.namespace);
}

const [address = '', url = ''] = process.argv.slice(2);
const { PlatformClient } = await loadForWeb(address);
const client = PlatformClient.fromEnv({
  authUrl: url,
  apiUrl: url,
  clientId: 'erp',
  clientSecret: 'secret',
  userId: 'tanaka',
  password: 'correct horse',
});
const seqs = [];
for await (const { seq } of client.master.download({}, { recordsPerGet: 4 })) seqs.push(seq);
const authorization = await client.authorizationUrl('https://erp.example.com/callback');
await client.revoke();
process.stdout.write(JSON.stringify({ seqs, authorizationUrl: authorization.url }));
