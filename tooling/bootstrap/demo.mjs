import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { firstSeller } from './demo-orders.mjs';
import { Failure } from './failure.mjs';
import { apiPrefixOf } from './platform.mjs';
import { inRoot } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';
import { bundledTpctl } from './service-definitions.mjs';
import { lastWords } from './workspace.mjs';
import { writePrivately } from './write-privately.mjs';

/** @typedef {{ client_id: string, client_secret: string }} DemoClient */
/** @typedef {{ user_id: string, user_password: string, member_code: string, member_name: string }} DemoSeller */

/**
 * The content of `data/demo.json`, which `npm start` keeps for its next run, and which only the owner of the file can
 * read.
 *
 * @typedef {object} DemoAccount
 * @property {string} [client_id]
 * @property {string} [client_secret]
 * @property {string[]} [redirect_uris] callbacks of the client
 * @property {string} [user_id]
 * @property {string} [user_password]
 * @property {DemoClient} [service_account] a client that is bound to the member of the user, for batch jobs
 * @property {DemoClient} [limited_client] a client of the user that can neither order nor change anything
 * @property {DemoSeller} [seller] a user of the seller of the first demo order, so that one person can play both sides
 * @property {string} [member_code]
 * @property {string} [member_name]
 * @property {string[]} [member_group_codes] groups whose members the demo user sees
 * @property {string} [auth_url]
 * @property {string} [api_url]
 * @property {Record<string, number>} [records] the number of loaded records of each kind
 * @property {boolean} [complete] written last, when everything above is in the databases
 */

const redirectUri = 'http://localhost:8080/callback';
/** All rights but `order` and `update`. */
const readingRights = 'master,trade,setting,lookup,list,event,batch';

/**
 * Fills the databases with a believable market, and makes clients and a user for it. Does nothing if an earlier run has
 * already loaded the market completely. After an interruption, everything is loaded again, because loading the same
 * records twice changes nothing.
 *
 * @param {object} options
 * @param {Pick<import('./toolchain.mjs').Toolchain, 'node'>} options.toolchain
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.accountFile
 * @param {string} options.filesFolder where the import files are written
 * @param {string[]} options.marketArguments arguments of the generator
 * @param {(text: string) => void} options.tell
 * @returns {Promise<DemoAccount>}
 */
export async function loadDemo(options) {
  const { toolchain, env, accountFile } = options;
  const account = areDatabasesThere(env) ? readAccount(accountFile) : {};
  const save = (/** @type {DemoAccount} */ news) => writeAccount(accountFile, Object.assign(account, news));
  const tpctl = (/** @type {string[]} */ args, /** @type {string} */ input = '') =>
    runJson(toolchain.node, [bundledTpctl, ...args, '--json'], env, input);
  if (account.complete !== true) await loadMarket(options, { account, save, tpctl });
  await addClients({ account, save, tpctl });
  await addSeller(options, { account, save, tpctl });
  return account;
}

/**
 * The account, and the commands that fill it.
 *
 * @typedef {object} Filling
 * @property {DemoAccount} account
 * @property {(news: DemoAccount) => void} save
 * @property {(args: string[], input?: string) => Promise<any>} tpctl
 */

/**
 * @param {Parameters<typeof loadDemo>[0]} options
 * @param {Filling} filling
 */
async function loadMarket({ toolchain, env, filesFolder, marketArguments, tell }, { account, save, tpctl }) {
  tell('Loading the demo market …');
  mkdirSync(filesFolder, { recursive: true });
  const generator = inRoot('tooling', 'demo-data', 'dist', 'main.js');
  await runOrFail(toolchain.node, [generator, '--out', filesFolder, ...marketArguments], env);
  const { files, demo } = readManifest(filesFolder);
  for (const { kind, file } of files) await tpctl(['import', kind, join(filesFolder, file)]);

  if (account.client_id === undefined) save(await tpctl(newClient('Demo')));
  // The password is saved before the user is made, so that an interruption never leaves a user whose password is lost.
  save({
    user_id: account.user_id ?? 'demo',
    user_password: account.user_password ?? randomBytes(9).toString('base64url'),
    ...demo,
  });
  await tpctl(
    ['user', 'create', '--user-id', account.user_id ?? '', '--member-code', demo.member_code, '--replace'],
    account.user_password,
  );
  save({ records: Object.fromEntries(files.map(({ kind, records }) => [kind, records])), complete: true });
}

/**
 * Makes the service account and the client that only reads. The account of an earlier version has neither.
 *
 * @param {Filling} filling
 */
async function addClients({ account, save, tpctl }) {
  const make = async (/** @type {string[]} */ command) => {
    const { client_id, client_secret } = await tpctl(command);
    return { client_id, client_secret };
  };
  if (account.service_account === undefined) {
    save({ service_account: await make(newClient('Nightly', '--member-code', account.member_code ?? '')) });
  }
  if (account.limited_client === undefined) {
    save({ limited_client: await make(newClient('Read-only', '--rights', readingRights)) });
  }
}

/**
 * Makes the user of a seller. The account of an earlier version has none.
 *
 * @param {Pick<Parameters<typeof loadDemo>[0], 'filesFolder'>} options
 * @param {Filling} filling
 */
async function addSeller({ filesFolder }, { account, save, tpctl }) {
  if (account.seller !== undefined) return;
  const member = await firstSeller(join(filesFolder, 'master.ndjson'), account.member_code);
  if (member === undefined) return;
  const seller = { user_id: 'demo-seller', user_password: randomBytes(9).toString('base64url'), ...member };
  await tpctl(
    ['user', 'create', '--user-id', seller.user_id, '--member-code', seller.member_code, '--replace'],
    seller.user_password,
  );
  save({ seller });
}

/**
 * The command that makes a client of the demo market.
 *
 * @param {string} name
 * @param {string[]} more
 */
function newClient(name, ...more) {
  return ['client', 'create', '--name', name, '--redirect-uri', redirectUri, ...more];
}

/**
 * Whether the databases of an account still exist. For SQLite, checks whether the file exists. A database on a server
 * is assumed to exist.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function areDatabasesThere(env) {
  return [env.AUTH_DATABASE_URL, env.ORDERING_DATABASE_URL].every((address = '') => {
    const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : undefined;
    return path === undefined || existsSync(resolve(inRoot(), path));
  });
}

/** @typedef {{ member_code: string, member_name: string, member_group_codes: string[] }} DemoMember */

/**
 * The generator's list of its files, in the order in which they are loaded.
 *
 * @param {string} folder
 * @returns {{ files: { kind: string, file: string, records: number }[], demo: DemoMember }}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
}

/**
 * @param {string} path
 * @returns {DemoAccount}
 */
function readAccount(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string} path
 * @param {DemoAccount} account
 */
function writeAccount(path, account) {
  writePrivately(path, `${JSON.stringify(account, null, 2)}\n`);
}

/**
 * Writes the addresses of the services into several files: the file of the account, a file for shells in the same folder
 * (`. data/demo.env`), which also has the variables of the SDK and the database addresses for tpctl, and the credentials
 * of the service account (`data/demo-nightly.json`) and of the seller (`data/demo-seller.json`).
 *
 * @param {string} path
 * @param {DemoAccount} account
 * @param {{ auth_url: string, api_url: string, console_url: string }} addresses
 * @param {NodeJS.ProcessEnv} env
 */
export function noteAddresses(path, account, addresses, env) {
  writeAccount(path, { ...account, ...addresses });
  const lines = [
    `AUTH_URL=${quoted(addresses.auth_url)}`,
    `API_URL=${quoted(addresses.api_url + apiPrefixOf(env))}`,
    `CLIENT_ID=${quoted(account.client_id)}`,
    `CLIENT_SECRET=${quoted(account.client_secret)}`,
    `USER_ID=${quoted(account.user_id)}`,
    `USER_PASSWORD=${quoted(account.user_password)}`,
    `export TRADING_PLATFORM_AUTH_URL=${quoted(addresses.auth_url)}`,
    `export TRADING_PLATFORM_API_URL=${quoted(addresses.api_url)}`,
    `export TRADING_PLATFORM_CLIENT_ID=${quoted(account.client_id)}`,
    `export TRADING_PLATFORM_CLIENT_SECRET=${quoted(account.client_secret)}`,
    `export TRADING_PLATFORM_USER_ID=${quoted(account.user_id)}`,
    `export TRADING_PLATFORM_PASSWORD=${quoted(account.user_password)}`,
    `export AUTH_DATABASE_URL=${quoted(env.AUTH_DATABASE_URL)}`,
    `export ORDERING_DATABASE_URL=${quoted(env.ORDERING_DATABASE_URL)}`,
  ];
  writePrivately(path.replace(/\.json$/, '.env'), `${lines.join('\n')}\n`);
  const { auth_url, api_url } = addresses;
  const note = (/** @type {string} */ name, /** @type {object} */ caller) =>
    writePrivately(
      path.replace(/\.json$/, `-${name}.json`),
      `${JSON.stringify({ auth_url, api_url, ...caller }, null, 2)}\n`,
    );
  note('nightly', { ...account.service_account, client_credentials: true });
  const { client_id, client_secret, seller } = account;
  if (seller !== undefined) note('seller', { client_id, client_secret, ...seller });
}

/** @param {string | undefined} value */
const quoted = (value = '') => `'${value.replaceAll("'", "'\\''")}'`;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} input
 */
async function runJson(command, args, env, input) {
  return JSON.parse((await runOrFail(command, args, env, input)).stdout);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [input]
 */
async function runOrFail(command, args, env, input) {
  const result = await runCommand(command, args, { cwd: inRoot(), env, input });
  if (result.code !== 0) throw new Failure(`Loading the demo market failed: ${lastWords(result.output)}`);
  return result;
}
