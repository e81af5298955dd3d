import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { SignJWT } from 'jose';
import { runBench } from '../harness/bench.mjs';
import { profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { postForms } from '../harness/post-forms.mjs';
import { judge, megabytes, row, tell } from '../harness/print.mjs';
import { inTurn, medianBy, ratioOf } from '../harness/rounds.mjs';
import { prepareOurCodes } from './our-codes.mjs';
import { measureVerification } from './verify-tokens.mjs';

const about = `Compares this server with oidc-provider: code exchange, reissue, tokens of service accounts and introspection (Spec 4.2, 4.4). Both
servers use SQLite and wait until each commit is on the disk. Each server is a process on one core. Also compares the verification of
access tokens with jose.`;

const options = /** @type {const} */ ({
  rounds: [5, 'measured rounds; the median of their ratios is judged'],
  requests: [2_000, 'requests in a round'],
  connections: [16, 'connections'],
  only: ['', 'only requests whose name contains this text'],
  profile: profileOption,
});
/** The peer stores nothing about a token of client_credentials. Our server writes its audit record to the disk. */
const wanted = { ratio: 2, ratioWithoutRecord: 1, residentBytes: 190e6 };
const secretKey = 'a secret key that only the benchmark uses';
const redirectUri = 'https://client.example/callback';
const settings = { AUTH_SECRET_KEY: secretKey, AUTHORIZATION_CODE_LIFETIME_SECONDS: '600', LOG_LEVEL: 'warn' };
const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwks = JSON.stringify({
  keys: [{ ...signingKey.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }],
});
const cores = availableParallelism();
/** The peer stores nothing about the tokens of these requests. */
const withoutRecord = [clientCredentials, clientAssertion];

await runBench({ name: 'auth', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: 'sqlite', settings }, (platform) => run(platform, values)),
);

/** @typedef {import('../harness/platform.mjs').Platform} Platform */
/** @typedef {{ rounds: number, requests: number, connections: number, only: string, profile: string }} Values */

/**
 * @typedef {object} Server
 * @property {string} way
 * @property {string} name of its process
 * @property {string} tokenUrl
 * @property {string} introspectionUrl
 * @property {string} issuer
 * @property {Record<string, string>} client
 * @property {string} signingClientId the client that signs
 * @property {(count: number) => Promise<string[]>} makeCodes
 * @property {() => Promise<void>} close
 */

/** @typedef {{ cpuMs: number, perSecond: number }} Figure */

/**
 * @param {Platform} platform
 * @param {Values} values
 */
async function run(platform, { profile, only, ...load }) {
  tell(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cores} cores`);
  const isPinned = pin(process.pid, cores - 1);
  tell(
    isPinned
      ? 'The servers run on core 0, the load on another core.'
      : 'The servers have no core of their own, so the figures may vary.',
  );
  const ours = await startOurs(platform, profile);
  const peer = await startPeer(platform, 'peer', 'jwt', ours.client);
  const opaquePeer = await startPeer(platform, 'opaque peer', 'opaque', ours.client);

  row('', ['CPU ms each', 'per second', 'times less']);
  /** @type {number[]} */
  const ratios = [];
  /** @type {number[]} */
  const ratiosWithoutRecord = [];
  for (const { title, other, work } of [
    { title: 'code exchange', other: peer, work: exchange },
    { title: 'reissue', other: peer, work: reissue },
    { title: 'client_credentials', other: peer, work: clientCredentials },
    { title: 'client_credentials with a signed JWT', other: peer, work: clientAssertion },
    { title: 'introspection of an access token', other: opaquePeer, work: introspection },
  ]) {
    if (!title.includes(only)) continue;
    const figures = await inTurn(load.rounds, {
      ours: () => work({ platform, server: ours, ...load }),
      other: () => work({ platform, server: other, ...load }),
    });
    const ratio = ratioOf(figures.other, figures.ours, ({ cpuMs }) => cpuMs);
    (withoutRecord.includes(work) ? ratiosWithoutRecord : ratios).push(ratio);
    tellFigures(title, figures.ours, ratio.toFixed(2));
    tellFigures('  oidc-provider', figures.other, '');
  }
  const resident = platform.residentBytes(ours.name);
  tell(`\nResident: ours ${megabytes(resident)}, the peer ${megabytes(platform.residentBytes('peer'))}`);
  await ours.close();
  await platform.stop();

  tell('');
  row('verification of an access token', ['CPU µs each', 'per second']);
  for (const { way, cpuMicroseconds, perSecond } of await measureVerification(10_000)) {
    row(way, [cpuMicroseconds.toFixed(1), perSecond]);
  }
  const isFast = judge(
    `at least ${wanted.ratio} times less CPU than the peer`,
    ratios.every((ratio) => ratio >= wanted.ratio),
  );
  const isCheap = judge(
    'client_credentials with at most the CPU of the peer',
    ratiosWithoutRecord.every((ratio) => ratio >= wanted.ratioWithoutRecord),
  );
  return (
    judge(`under ${megabytes(wanted.residentBytes)} resident`, resident < wanted.residentBytes) && isFast && isCheap
  );
}

/**
 * @param {string} title
 * @param {readonly Figure[]} figures
 * @param {string} ratio
 */
function tellFigures(title, figures, ratio) {
  const cpuMs = medianBy(figures, (figure) => figure.cpuMs);
  row(title, [cpuMs.toFixed(3), medianBy(figures, (figure) => figure.perSecond), ratio]);
}

/**
 * @param {Platform} platform
 * @param {string} profile
 * @returns {Promise<Server>}
 */
async function startOurs(platform, profile) {
  await platform.start('auth', profileFlags(profile));
  pin(platform.processId('auth'), 0);
  const address = platform.environment.AUTH_DATABASE_URL ?? '';
  const { client, makeCodes, close } = await prepareOurCodes({ address, secretKey, issuer: platform.authUrl, jwks });
  const base = `${platform.authUrl}/idp/oauth2`;
  return {
    way: 'ours',
    name: 'auth',
    tokenUrl: `${base}/access_token?realm=/api`,
    introspectionUrl: `${base}/introspect`,
    issuer: platform.authUrl,
    client,
    signingClientId: client.client_id,
    makeCodes,
    close,
  };
}

/**
 * @param {Platform} platform
 * @param {string} name
 * @param {'jwt' | 'opaque'} format of its access tokens
 * @param {Record<string, string>} client
 * @returns {Promise<Server>}
 */
async function startPeer(platform, name, format, client) {
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
        PEER_FILE: join(platform.folder, `${name.replace(' ', '-')}.sqlite`),
        PEER_CLIENT: JSON.stringify(client),
        PEER_KEYS: jwks,
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
    issuer: url,
    client,
    signingClientId: 'signing',
    makeCodes,
    close: async () => undefined,
  };
}

/** @typedef {{ platform: Platform, server: Server, requests: number, connections: number }} Load */

/** @param {Load} load */
async function exchange(load) {
  const { server, requests } = load;
  const codes = await server.makeCodes(requests);
  return timed(load, server.tokenUrl, () => codeForm(server, codes.pop() ?? ''));
}

/** @param {Load} load */
async function reissue(load) {
  const { server } = load;
  const { answers } = await signIn(load);
  const refreshTokens = answers.map((answer) => String(answer.refresh_token));
  return timed(load, server.tokenUrl, (connection, former) => ({
    ...server.client,
    grant_type: 'refresh_token',
    refresh_token: former?.refresh_token ?? refreshTokens[connection] ?? '',
  }));
}

/** @param {Load} load */
async function clientCredentials(load) {
  const form = { ...load.server.client, grant_type: 'client_credentials' };
  return timed(load, load.server.tokenUrl, (_connection, former) => {
    if (former !== undefined && typeof former.access_token !== 'string') throw new Error('There is no token');
    return form;
  });
}

/** The JWTs are signed before the time begins. @param {Load} load */
async function clientAssertion(load) {
  const { issuer, signingClientId, tokenUrl } = load.server;
  const assertions = await Promise.all(
    Array.from({ length: load.requests }, () =>
      new SignJWT({ iss: signingClientId, sub: signingClientId, aud: issuer, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuedAt()
        .setExpirationTime('4m')
        .sign(signingKey.privateKey),
    ),
  );
  return timed(load, tokenUrl, (_connection, former) => {
    if (former !== undefined && typeof former.access_token !== 'string') throw new Error('There is no token');
    return {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertions.pop() ?? '',
    };
  });
}

/** @param {Load} load */
async function introspection(load) {
  const { server } = load;
  const { answers } = await signIn(load);
  const tokens = answers.map((answer) => String(answer.access_token));
  return timed(load, server.introspectionUrl, (connection, former) => {
    if (former?.active === false) throw new Error(`${server.way} does not know its token`);
    return { ...server.client, token: tokens[connection] ?? '' };
  });
}

/**
 * Signs in once for each connection and returns the answers with the tokens.
 *
 * @param {Load} load
 */
async function signIn({ server, connections }) {
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
 * @param {Load} load
 * @param {string} url
 * @param {(connection: number, former: any) => Record<string, string>} nextForm
 * @returns {Promise<Figure>}
 */
async function timed({ platform, server, requests, connections }, url, nextForm) {
  const before = platform.cpuSeconds(server.name);
  const { seconds } = await postForms(url, connections, requests, nextForm);
  const used = platform.cpuSeconds(server.name) - before;
  return { cpuMs: (used * 1_000) / requests, perSecond: Math.round(requests / seconds) };
}

/**
 * Restricts a process to one core, if the machine allows that.
 *
 * @param {number} processId
 * @param {number} core
 */
function pin(processId, core) {
  if (cores < 2) return false;
  return spawnSync('taskset', ['-acp', String(core), String(processId)]).status === 0;
}
