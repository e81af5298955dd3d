import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '@trading-platform/database/testing';
import { deviceGrantType, type Right } from '@trading-platform/domain-types';
import {
  allowDevice,
  defaultAuthSettings,
  findWaitingDevice,
  issueByCredentials,
  issueOrReissue,
  requestDeviceCode,
} from '../src/index.js';
import { FastPasswordHasher } from '../src/testing/index.js';
import { openAuthAdministration, openAuthServer } from '../src/typeorm/index.js';
import { aRequest, authorize, callback, password } from './auth-world.js';

const secretKey = 'a secret key that only tests use, of enough length';
const issuer = 'https://auth.example';
const script = fileURLToPath(new URL('./rival.mjs', import.meta.url));

export interface Answer {
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly code?: string;
}

/** Makes a test world with the real clock, which other processes share. */
export async function makeSharedWorld(database: TestDatabase) {
  const options = { secretKey, hasher: new FastPasswordHasher() };
  const server = openAuthServer(database, {
    ...options,
    settings: { ...defaultAuthSettings, issuer, deviceFlow: true },
  });
  const administration = openAuthAdministration(database, options);
  await server.keys.ensureKeys({ address: 'local' });
  const { client, clientSecret } = await administration.clients.create({
    name: 'Shop',
    redirectUris: [callback],
    memberCode: '10000001',
    codeFlow: true,
    credentialsFlow: true,
    deviceFlow: true,
  });
  const user = await administration.users.create({ userId: 'hanako', memberCode: '10000001', password });
  const fields = { client_id: client.clientId, client_secret: clientSecret };
  return {
    server,
    administration,
    database,
    fields,
    setRights: (rights: readonly Right[]) =>
      administration.clients.setRights(client.clientId, rights, { alsoGrants: true }),
    exchangeFields: async () => ({
      ...fields,
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code: await authorize(server, client, { user, authenticatedAt: server.clock.now() }),
    }),
    deviceFields: async () => {
      const origin = { address: '192.0.2.1' };
      const device = await requestDeviceCode(server, aRequest(fields, { query: { realm: '/api' } }));
      const { userCode, deviceCode } = device;
      const waiting = await findWaitingDevice(server, { userCode, browserId: userCode }, origin);
      const signedIn = { user, authenticatedAt: server.clock.now(), rights: client.rights };
      if (waiting === undefined || !(await allowDevice(server, waiting, signedIn, origin))) throw new Error(userCode);
      return { ...fields, grant_type: deviceGrantType, device_code: deviceCode };
    },
    reissueFields: async () => {
      const credentials = { ...fields, user_id: 'hanako', user_password: password };
      const { refreshToken } = await issueByCredentials(server, aRequest(credentials));
      return { ...fields, grant_type: 'refresh_token', refresh_token: refreshToken };
    },
    ask: (request: Readonly<Record<string, string>>) =>
      issueOrReissue(server, aRequest(request, { query: { realm: '/api' } })),
  };
}

export type SharedWorld = Awaited<ReturnType<typeof makeSharedWorld>>;

type FactorTask = 'check' | 'enrol' | 'use passkey' | 'enrol passkey' | 'reset';

/** A group of processes that compete on one database. */
export class Rivals {
  readonly #database: TestDatabase;
  readonly #processes: ChildProcess[];

  private constructor(database: TestDatabase, processes: ChildProcess[]) {
    this.#database = database;
    this.#processes = processes;
  }

  static async start(database: TestDatabase, count: number): Promise<Rivals> {
    return new Rivals(database, await Promise.all(Array.from({ length: count }, () => startRival(database))));
  }

  /** Every process sends the same request `times` times at the same moment, and all processes begin together. */
  async askAtOnce(fields: Readonly<Record<string, string>>, times: number): Promise<Answer[]> {
    const answers = this.#processes.map(async (rival) => {
      rival.send({ task: 'at once', fields, times });
      const [message] = (await once(rival, 'message')) as [{ answers: Answer[] }];
      return message.answers;
    });
    return (await Promise.all(answers)).flat();
  }

  /**
   * Lets a process reissue one token after another, and kills the process while it is doing this.
   *
   * @returns the last refresh token that its client knows
   */
  async reissueUntilKilled({ fields, exchangeFields }: SharedWorld, afterMs: number): Promise<string> {
    const rival = this.#processes.pop() ?? (await startRival(this.#database));
    let last = '';
    rival.on('message', ({ refreshToken }: Answer) => {
      last = refreshToken ?? last;
    });
    const next = { ...fields, grant_type: 'refresh_token' };
    rival.send({ task: 'until killed', fields: { first: await exchangeFields(), next } });
    await once(rival, 'message');
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    // All messages have been read when the channel ends. The exit of the process can be noticed before that.
    const ended = once(rival, 'disconnect');
    rival.kill('SIGKILL');
    await ended;
    return last;
  }

  /** Every process uses the same second factor or reset link, or confirms the same enrolment, `times` times at the same moment. */
  async factorsAtOnce(what: FactorTask, fields: object, times: number): Promise<string[]> {
    const answers = this.#processes.map(async (rival) => {
      rival.send({ task: 'factors at once', what, fields, times });
      const [message] = (await once(rival, 'message')) as [{ answers: string[] }];
      return message.answers;
    });
    return (await Promise.all(answers)).flat();
  }

  /** Lets a process set up and remove apps and passkeys of a user, and kills the process while it is doing this. */
  async enrolUntilKilled(subject: string, afterMs: number): Promise<void> {
    const rival = this.#processes.pop() ?? (await startRival(this.#database));
    rival.send({ task: 'enrol until killed', subject });
    await once(rival, 'message');
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const ended = once(rival, 'disconnect');
    rival.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    const closed = this.#processes.map((rival) => once(rival, 'message'));
    for (const rival of this.#processes) rival.send({ task: 'close' });
    await Promise.all(closed);
    resting.push(...this.#processes);
  }
}

/** Processes without a database. The next suite uses them again, because starting one costs much CPU time. */
const resting: ChildProcess[] = [];

/** Ends the processes that no suite uses. */
export async function endRivals(): Promise<void> {
  const ended = resting.map((rival) => once(rival, 'exit'));
  for (const rival of resting.splice(0)) rival.disconnect();
  await Promise.all(ended);
}

async function startRival({ address }: TestDatabase): Promise<ChildProcess> {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const rival = resting.pop() ?? fork(script, [], { execArgv: [], env: { PATH, NODE_COMPILE_CACHE } });
  rival.send({ task: 'open', address, secretKey, issuer });
  await once(rival, 'message');
  return rival;
}

/** Returns a generator of numbers that look random and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
