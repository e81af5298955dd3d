import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalPlatform } from '@trading-platform/bootstrap/local-platform';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { residentBytesOf } from './processes.mjs';

const clockTicksPerSecond = 100;

/** @typedef {import('@trading-platform/database/testing/postgres').PostgresServer} PostgresServer */

/**
 * What a caller signs in with.
 *
 * @typedef {object} Account
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {string} userId
 * @property {string} password
 */

/** A new folder for the databases and files of a run; who makes it removes it. */
export function makeFolder() {
  return mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
}

/**
 * The databases that the environment names, else fresh ones of SQLite.
 *
 * @param {string} folder
 */
export function givenDatabases(folder) {
  const fresh = databasesOf(folder, undefined);
  const { AUTH_DATABASE_URL = fresh.AUTH_DATABASE_URL, ORDERING_DATABASE_URL = fresh.ORDERING_DATABASE_URL } =
    process.env;
  return { AUTH_DATABASE_URL, ORDERING_DATABASE_URL };
}

/**
 * Fresh databases: of SQLite in a folder, or of an embedded PostgreSQL, which runs until the end.
 *
 * @param {'sqlite' | 'postgres'} dialect
 * @param {string} folder
 * @param {{ durable?: boolean }} [options] durable: PostgreSQL waits for the disk
 */
export async function freshDatabases(dialect, folder, { durable = false } = {}) {
  const server = dialect === 'postgres' ? await startPostgres({ durable, databases: ['auth', 'ordering'] }) : undefined;
  return { databases: databasesOf(folder, server), end: async () => server?.end() };
}

/**
 * The services' databases on a server, or without one files of SQLite in a folder.
 *
 * @param {string} folder
 * @param {PostgresServer | undefined} server
 */
export function databasesOf(folder, server) {
  return {
    AUTH_DATABASE_URL: databaseOf('auth', folder, server),
    ORDERING_DATABASE_URL: databaseOf('ordering', folder, server),
  };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {PostgresServer | undefined} server
 */
export function databaseOf(name, folder, server) {
  return server?.addressOf(name) ?? `sqlite:${join(folder, `${name}.sqlite`)}`;
}

/**
 * Flags with which Node writes a CPU profile into a folder; none without one.
 *
 * @param {string | undefined} folder
 */
export function profileFlags(folder) {
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** The services as their users run them, logging to a file, and what they take of the machine. */
export class Platform extends LocalPlatform {
  #log = openSync(join(this.folder, 'services.log'), 'a');

  /**
   * @param {{
   *   folder: string,
   *   databases: Record<'AUTH_DATABASE_URL' | 'ORDERING_DATABASE_URL', string>,
   *   settings?: Record<string, string>,
   * }} options
   */
  static async prepare({ folder, databases, settings = {} }) {
    const unbounded = { BATCHES_PER_CLIENT: '1000000000' };
    return new Platform(folder, await LocalPlatform.freeEnvironment({ ...unbounded, ...databases, ...settings }));
  }

  /** Where the functions of the API begin. */
  get orderUrl() {
    return `${this.apiUrl}/ordApi/order`;
  }

  /**
   * @param {'auth' | 'api' | 'worker'} name
   * @param {readonly string[]} [flags] for Node
   */
  async start(name, flags = []) {
    await this.startService(name, { flags, log: this.#log });
  }

  /** Starts the console, with a client of its own. */
  async startConsole() {
    await this.startService('console', { settings: await this.consoleSettings(), log: this.#log });
  }

  /**
   * Starts a further process of a service. The caller ends it.
   *
   * @param {'auth' | 'api' | 'worker'} name
   */
  startFurther(name) {
    return this.startAnother(name, { log: this.#log });
  }

  /**
   * Starts a program that something is compared with, and waits until it answers.
   *
   * @param {string} script
   * @param {string} readyUrl
   * @param {{ name?: string, settings?: Record<string, string> }} [options]
   */
  async startBeside(script, readyUrl, { name = script, settings = {} } = {}) {
    await this.startProgram({ name, script, readyUrl, settings, log: this.#log });
  }

  /**
   * Memory that a process holds now, in bytes (Linux).
   *
   * @param {string} name
   */
  residentBytes(name) {
    return residentBytesOf(this.processId(name));
  }

  /** @param {string} name */
  processId(name) {
    return this.service(name).processId;
  }

  /**
   * CPU time that a process has used so far (Linux).
   *
   * @param {string} name
   */
  cpuSeconds(name) {
    const fields =
      readFileSync(`/proc/${this.processId(name)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
  }

  /** CPU time that the API has used so far, as it says itself. */
  async apiCpuSeconds() {
    const text = await (await fetch(`${this.apiUrl}/metrics`)).text();
    return Number(/^process_cpu_seconds_total(?:\{.*\})? (\S+)/m.exec(text)?.[1]);
  }

  /**
   * A client and a user of a member; answers how to get a token for it.
   *
   * @param {string} memberCode
   * @returns {Promise<() => Promise<string>>}
   */
  async makeCaller(memberCode) {
    const account = await this.makeAccount(memberCode);
    return () => this.newToken(account);
  }

  /**
   * A client and a user of a member.
   *
   * @param {string} memberCode
   * @returns {Promise<Account>}
   */
  async makeAccount(memberCode) {
    const password = 'correct horse battery staple';
    await this.operate(['user', 'create', '--user-id', memberCode, '--member-code', memberCode], password);
    return { ...(await this.createClient(memberCode)), userId: memberCode, password };
  }

  /**
   * @param {Account} account
   * @returns {Promise<string>}
   */
  async newToken({ userId, password, clientId, clientSecret }) {
    const answer = await fetch(`${this.authUrl}/api/credentials/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        user_id: userId,
        user_password: password,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const { access_token } = /** @type {{ access_token?: string }} */ (await answer.json());
    if (access_token === undefined) throw new Error(`No token: ${answer.status}`);
    return access_token;
  }
}
