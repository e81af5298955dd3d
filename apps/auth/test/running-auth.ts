import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AuthAdministration } from '@trading-platform/auth-core';
import { authSchema, openAuthAdministration } from '@trading-platform/auth-core/typeorm';
import { type Database, openDatabase } from '@trading-platform/database';
import { freePort } from '@trading-platform/database/testing/postgres';

const appFolder = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { scripts: { start: string } };
/**
 * The test starts the server from its bundle, as a deployment does. The bundle starts in half the time that single
 * modules need.
 */
const [, ...startArguments] = scripts.start.split(' ');
/** Ends the server with the process of the tests. */
const endWithStarter = import.meta.resolve('../../../tooling/bootstrap/end-with-starter.mjs');
const secretKey = 'a secret key that only tests use, of enough length';

/** The keys that the shared server takes from services that ask for authorities. */
export const eventKeys = { present: 'present'.padEnd(40, '-'), former: 'former'.padEnd(40, '-') };

export const callback = 'https://client.example/callback';
export const password = 'correct horse battery';
export const realm = '?realm=/api';

/** A password in the list of leaked passwords of the shared server. */
export const leaked = 'a stolen password';

/** A server in a separate process, with a client and a user of the test file. */
export interface TestedAuth {
  readonly url: string;
  readonly administration: AuthAdministration;
  /** The `client_id` and the `client_secret` of the client. */
  readonly client: Readonly<Record<'client_id' | 'client_secret', string>>;
  readonly userId: string;
  /** All log lines that the server has written. */
  readonly log: readonly string[];
  post(
    path: string,
    fields: Readonly<Record<string, string>> | string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a request without a body. */
  send(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** A server that the test has for itself. */
export interface RunningAuth extends TestedAuth {
  readonly database: Database;
  /** The file of the database, unless the test uses another database. */
  readonly databaseFile: string;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/**
 * @param env settings beside the usual ones
 * @param beside another server on the same database, whose client and user are used
 */
export async function runAuth(env: Readonly<Record<string, string>> = {}, beside?: RunningAuth): Promise<RunningAuth> {
  const folder = await mkdtemp(join(tmpdir(), 'auth-'));
  const { server, ...auth } = await start(folder, env);
  return {
    ...auth,
    ...(beside === undefined
      ? await makeClientAndUser(auth.administration, 'hanako')
      : { client: beside.client, userId: beside.userId }),
    async stop() {
      await auth.database.close();
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: ReturnType<typeof startShared> | undefined;
let files = 0;

/**
 * The server that the test files of a process share. It has all that can be switched on, and runs until the process ends. Each
 * call makes another client and another user. A file makes further users under names that no other file uses.
 */
export async function shareAuth(userId = `hanako-${++files}`): Promise<TestedAuth> {
  const auth = await (shared ??= startShared());
  return { ...auth, ...(await makeClientAndUser(auth.administration, userId)) };
}

async function startShared() {
  const folder = await mkdtemp(join(tmpdir(), 'auth-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const list = join(folder, 'leaked.txt');
  await writeFile(list, `${createHash('sha1').update(leaked).digest('hex').toUpperCase()}:7\r\n`);
  const { server, ...auth } = await start(folder, {
    OPENID_CONNECT: 'true',
    DEVICE_FLOW: 'true',
    SIGN_IN_SESSION_HOURS: '1',
    EVENT_ADDRESSES: '127.0.0.0/8',
    EVENT_ALLOW_HTTP: '1',
    EVENT_SECRET_KEY: eventKeys.present,
    EVENT_FORMER_SECRET_KEY: eventKeys.former,
    LEAKED_PASSWORDS: list,
    FORGOTTEN_PASSWORD: 'Call <1234> & ask for "help"',
    // A file uses a code only after many other requests, which take long on a busy machine.
    AUTHORIZATION_CODE_LIFETIME_SECONDS: '600',
    // All tests come from the same address.
    FAILURES_PER_ADDRESS: '100000',
  });
  server.unref();
  for (const stream of [server.stdin, server.stdout, server.stderr]) (stream as Socket).unref();
  return auth;
}

async function start(folder: string, env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const databaseFile = join(folder, 'auth.sqlite');
  const address = env['AUTH_DATABASE_URL'] ?? `sqlite:${databaseFile}`;
  const log: string[] = [];
  const server = spawn(process.execPath, ['--import', endWithStarter, ...startArguments], {
    cwd: appFolder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      AUTH_PORT: String(port),
      HOST: 'localhost',
      AUTH_DATABASE_URL: address,
      AUTH_SECRET_KEY: secretKey,
      ...env,
    },
    stdio: 'pipe',
  });
  await untilReady(server, log);
  const database = await openDatabase({ address, schemas: [authSchema] });
  const administration = openAuthAdministration(database, { secretKey });
  const send = async (path: string, init: RequestInit) =>
    readAnswer(await fetch(url + path, { redirect: 'manual', ...init }));
  const requests: Pick<TestedAuth, 'get' | 'post' | 'send'> = {
    send: (method, path, headers = {}) => send(path, { method, headers }),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
  };
  return { server, url, log, database, databaseFile, administration, ...requests };
}

async function makeClientAndUser({ clients, users }: AuthAdministration, name: string) {
  const { client, clientSecret } = await clients.create({ name: 'Shop & Sons', redirectUris: [callback] });
  const { userId } = await users.create({ userId: name, memberCode: '10000001', password });
  return { client: { client_id: client.clientId, client_secret: clientSecret }, userId };
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const { status, headers } = response;
  return { status, headers, text, json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

async function untilReady(server: ChildProcess, log: string[]): Promise<void> {
  const { stdout, stderr } = server;
  if (stdout === null || stderr === null) throw new Error('The server has no output');
  createInterface({ input: stderr }).on('line', (line) => log.push(line));
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      log.push(line);
      if (line.includes('"msg":"ready"')) resolve();
    });
    server.once('exit', () => reject(new Error(`The server ended: ${log.join('\n')}`)));
  });
  await ready;
}
