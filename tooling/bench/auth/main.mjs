import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { Platform } from '../platform.mjs';
import { prepareOurCodes } from './our-codes.mjs';
import { postForms } from './post-forms.mjs';
import { measureVerification } from './verify-tokens.mjs';

const help = `npm run bench auth -- [--rounds 5] [--requests 2000] [--connections 16] [--only reissue]
                          [--profile FOLDER]

Code exchange, reissue and introspection (Spec 4.2, 4.4) of this server beside oidc-provider, both on SQLite with every
commit on disk, each a process of its own; and verification of access tokens beside jose.
The servers take turns; each figure is the median of the rounds. --profile writes a CPU profile of this server.
`;

const wanted = { ratio: 2, residentMegabytes: 190 };
const secretKey = 'a secret key that only the benchmark uses';
const redirectUri = 'https://client.example/callback';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const cores = availableParallelism();
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const connections = Number(values.connections);

/**
 * @typedef {object} Server
 * @property {string} way
 * @property {string} name of its process
 * @property {string} tokenUrl
 * @property {string} introspectionUrl
 * @property {Record<string, string>} client
 * @property {(count: number) => Promise<string[]>} makeCodes
 * @property {() => Promise<void>} close
 */

/** @typedef {{ cpuMs: number, perSecond: number }} Figure */

const folder = mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
const address = `sqlite:${join(folder, 'auth.sqlite')}`;
const platform = await Platform.prepare({
  folder,
  databases: { AUTH_DATABASE_URL: address, ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}` },
  settings: { AUTH_SECRET_KEY: secretKey, AUTHORIZATION_CODE_LIFETIME_SECONDS: '600', LOG_LEVEL: 'warn' },
});
try {
  await run();
} finally {
  await platform.stop();
  rmSync(folder, { recursive: true });
}

async function run() {
  tell(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cores} cores`);
  const pinned = pin(process.pid, cores - 1);
  tell(
    pinned ? 'Servers on core 0, the load on another one.' : 'Nothing is pinned to a core: expect figures to scatter.',
  );
  const ours = await startOurs();
  const peer = await startPeer('peer', 'jwt', ours.client);
  const opaquePeer = await startPeer('opaque peer', 'opaque', ours.client);

  tell('');
  tell(`${'request'.padEnd(34)}${'server'.padEnd(16)}CPU ms each    per second`);
  const ratios = [];
  for (const { title, servers, work } of [
    { title: 'code exchange', servers: [ours, peer], work: exchange },
    { title: 'reissue', servers: [ours, peer], work: reissue },
    { title: 'introspection of an access token', servers: [ours, opaquePeer], work: introspection },
  ]) {
    if (title.includes(values.only)) ratios.push(await compare(title, servers, work));
  }
  const resident = Math.round(platform.residentBytes(ours.name) / 1e6);
  tell('');
  tell(`Resident memory after it: ours ${resident} MB, peer ${Math.round(platform.residentBytes('peer') / 1e6)} MB`);
  await ours.close();
  await platform.stop();

  tell('');
  tell(`${'verification of an access token'.padEnd(34)}${''.padEnd(16)}CPU µs each    per second`);
  for (const { way, cpuMicroseconds, perSecond } of await measureVerification(10_000)) {
    tell(`${way.padEnd(50)}${cpuMicroseconds.toFixed(1).padStart(11)}${String(perSecond).padStart(14)}`);
  }
  tell('');
  const fast = ratios.every((ratio) => ratio >= wanted.ratio);
  const small = resident < wanted.residentMegabytes;
  tell(`Wanted: at least ${wanted.ratio} times less CPU time than the peer: ${fast ? 'met' : 'NOT met'};`);
  tell(`under ${wanted.residentMegabytes} MB resident, without password hashes: ${small ? 'met' : 'NOT met'}.`);
}

/** @returns {Promise<Server>} */
async function startOurs() {
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  await platform.operate(['migrate']);
  await platform.start('auth', profiling);
  pin(platform.processId('auth'), 0);
  const { client, makeCodes, close } = await prepareOurCodes({ address, secretKey, issuer: platform.authUrl });
  const base = `${platform.authUrl}/idp/oauth2`;
  return {
    way: 'ours',
    name: 'auth',
    tokenUrl: `${base}/access_token?realm=/api`,
    introspectionUrl: `${base}/introspect`,
    client,
    makeCodes,
    close,
  };
}

/**
 * @param {string} name
 * @param {'jwt' | 'opaque'} format of its access tokens
 * @param {Record<string, string>} client
 * @returns {Promise<Server>}
 */
async function startPeer(name, format, client) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  await platform.startBeside(
    fileURLToPath(new URL('peer-server.mjs', import.meta.url)),
    `${url}/.well-known/openid-configuration`,
    {
      name,
      settings: {
        NODE_ENV: 'production',
        PEER_PORT: port,
        PEER_FILE: join(folder, `${name.replace(' ', '-')}.sqlite`),
        PEER_CLIENT: JSON.stringify(client),
        ACCESS_TOKEN_FORMAT: format,
      },
    },
  );
  pin(platform.processId(name), 0);
  const makeCodes = async (/** @type {number} */ count) =>
    /** @type {string[]} */ (await (await fetch(`${url}/bench/codes/${count}`)).json());
  return {
    way: 'oidc-provider',
    name,
    tokenUrl: `${url}/token`,
    introspectionUrl: `${url}/token/introspection`,
    client,
    makeCodes,
    close: async () => undefined,
  };
}

/** @param {Server} server */
async function exchange(server) {
  const codes = await server.makeCodes(requests);
  return timed(server, server.tokenUrl, () => codeForm(server, codes.pop() ?? ''));
}

/** @param {Server} server */
async function reissue(server) {
  const { answers } = await signIn(server);
  const refreshTokens = answers.map((answer) => String(answer.refresh_token));
  return timed(server, server.tokenUrl, (connection, former) => ({
    ...server.client,
    grant_type: 'refresh_token',
    refresh_token: former?.refresh_token ?? refreshTokens[connection] ?? '',
  }));
}

/** @param {Server} server */
async function introspection(server) {
  const { answers } = await signIn(server);
  const tokens = answers.map((answer) => String(answer.access_token));
  return timed(server, server.introspectionUrl, (connection, former) => {
    if (former?.active === false) throw new Error(`${server.way} does not know its token`);
    return { ...server.client, token: tokens[connection] ?? '' };
  });
}

/**
 * Tokens for each connection.
 *
 * @param {Server} server
 */
async function signIn(server) {
  const codes = await server.makeCodes(connections);
  return postForms(server.tokenUrl, connections, connections, () => codeForm(server, codes.pop() ?? ''));
}

/**
 * @param {Server} server
 * @param {string} code
 * @returns {Record<string, string>}
 */
function codeForm({ client }, code) {
  return { ...client, grant_type: 'authorization_code', code, redirect_uri: redirectUri };
}

/**
 * @param {Server} server
 * @param {string} url
 * @param {(connection: number, former: any) => Record<string, string>} nextForm
 * @returns {Promise<Figure>}
 */
async function timed(server, url, nextForm) {
  const before = platform.cpuSeconds(server.name);
  const { seconds } = await postForms(url, connections, requests, nextForm);
  const used = platform.cpuSeconds(server.name) - before;
  return { cpuMs: (used * 1_000) / requests, perSecond: Math.round(requests / seconds) };
}

/**
 * Lets both servers do the same in turn; the first round only warms them up.
 *
 * @param {string} title
 * @param {Server[]} servers ours, then the peer
 * @param {(server: Server) => Promise<Figure>} work
 * @returns {Promise<number>} how many times more CPU time the peer needs
 */
async function compare(title, servers, work) {
  /** @type {Figure[][]} */
  const figures = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const figure = await work(server);
      if (round > 0) figures[index]?.push(figure);
    }
  }
  const medians = figures.map((own) => ({
    cpuMs: median(own.map(({ cpuMs }) => cpuMs)),
    perSecond: median(own.map(({ perSecond }) => perSecond)),
  }));
  for (const [index, { way }] of servers.entries()) {
    const { cpuMs = 0, perSecond = 0 } = medians[index] ?? {};
    tell(`${title.padEnd(34)}${way.padEnd(16)}${cpuMs.toFixed(3).padStart(11)}${String(perSecond).padStart(14)}`);
  }
  const ratio = (medians[1]?.cpuMs ?? 0) / (medians[0]?.cpuMs ?? 1);
  tell(`${''.padEnd(34)}${'times less CPU'.padEnd(16)}${ratio.toFixed(2).padStart(11)}`);
  return ratio;
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * Keeps a process on one core, where that can be done.
 *
 * @param {number} processId
 * @param {number} core
 */
function pin(processId, core) {
  if (cores < 2) return false;
  return spawnSync('taskset', ['-acp', String(core), String(processId)]).status === 0;
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
