import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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
const secretKey = 'a secret key that only tests use, of enough length';

export const callback = 'https://client.example/callback';
export const password = 'correct horse battery';
export const realm = '?realm=/api';

/** The server in a separate process, with one client and one user. */
export interface RunningAuth {
  readonly url: string;
  readonly administration: AuthAdministration;
  readonly database: Database;
  /** The file of the database, unless the test uses another database. */
  readonly databaseFile: string;
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
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const address = env['AUTH_DATABASE_URL'] ?? `sqlite:${join(folder, 'auth.sqlite')}`;
  const log: string[] = [];
  const server = spawn(process.execPath, startArguments, {
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(server, log);
  const database = await openDatabase({ address, schemas: [authSchema] });
  const administration = openAuthAdministration(database, { secretKey });
  const { client, userId } = beside ?? (await makeClientAndUser(administration));
  const send = async (path: string, init: RequestInit) =>
    readAnswer(await fetch(url + path, { redirect: 'manual', ...init }));
  return {
    url,
    administration,
    database,
    databaseFile: join(folder, 'auth.sqlite'),
    client,
    userId,
    log,
    send: (method, path, headers = {}) => send(path, { method, headers }),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
    async stop() {
      await database.close();
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeClientAndUser({ clients, users }: AuthAdministration) {
  const { client, clientSecret } = await clients.create({ name: 'Shop & Sons', redirectUris: [callback] });
  const { userId } = await users.create({ userId: 'hanako', memberCode: '10000001', password });
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
