import { openSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { LocalPlatform } from '@trading-platform/bootstrap/local-platform';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { residentBytesOf, wholeCpuSecondsOf } from './processes.mjs';

/** @typedef {import('@trading-platform/database/testing/postgres').PostgresServer} PostgresServer */

/**
 * The credentials of a caller.
 *
 * @typedef {object} Account
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {string} userId
 * @property {string} password
 */

/** @typedef {'sqlite' | 'postgres'} Dialect */

/** The benchmark option that selects the database. */
export const databaseOption = /** @type {const} */ ([
  'sqlite',
  'sqlite, or postgres: an embedded PostgreSQL that waits for the disk',
]);

/**
 * @param {string} name
 * @returns {Dialect}
 * @throws {Failure} for any other name
 */
export function dialectOf(name) {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new Failure(`--database must be sqlite or postgres, not ${name}`);
}

/**
 * Runs work on a platform with empty databases: either SQLite files in a folder, or an embedded PostgreSQL. Everything
 * is stopped when the work has ended.
 *
 * @param {{ folder: string, dialect: Dialect, settings?: Record<string, string> }} options
 * @param {(platform: Platform) => Promise<boolean | void>} work
 */
export async function withPlatform({ folder, dialect, settings }, work) {
  const server =
    dialect === 'postgres'
      ? await startPostgres({ durable: true, databases: ['auth', 'ordering', 'peer'] })
      : undefined;
  const platform = await Platform.prepare(folder, server, settings);
  try {
    await platform.operate(['migrate']);
    return await work(platform);
  } finally {
    await platform.stop();
    await server?.end();
  }
}

/** The option for the folder in which CPU profiles are stored. */
export const profileOption = /** @type {const} */ (['', 'folder for CPU profiles of the measured processes']);

/**
 * Returns the flags with which Node writes a CPU profile.
 *
 * @param {string} folder without a folder, no profile is written
 */
export function profileFlags(folder) {
  return folder === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** Runs the services as operators do. The services log to a file, and their CPU and memory use is measured. */
export class Platform extends LocalPlatform {
  #log = openSync(join(this.folder, 'services.log'), 'a');

  /** @type {PostgresServer | undefined} */
  #server;

  /**
   * @param {string} folder
   * @param {PostgresServer | undefined} server
   * @param {Record<string, string>} [settings]
   */
  static async prepare(folder, server, settings = {}) {
    const addressOf = (/** @type {string} */ name) => databaseOf(name, folder, server);
    const environment = await LocalPlatform.freeEnvironment({
      BATCHES_PER_CLIENT: '1000000000',
      AUTH_DATABASE_URL: addressOf('auth'),
      ORDERING_DATABASE_URL: addressOf('ordering'),
      ...settings,
    });
    const platform = new Platform(folder, environment);
    platform.#server = server;
    return platform;
  }

  /**
   * Creates a database for another program in a comparison. The database is of the same kind as the platform's: a new
   * SQLite file, or the PostgreSQL database for compared programs.
   *
   * @param {string} name of the file
   */
  peerDatabase(name) {
    return databaseOf(this.#server === undefined ? name : 'peer', this.folder, this.#server);
  }

  /** The part of the address that all functions of the data API share. */
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

  /** Starts the console with its own client. */
  async startConsole() {
    await this.startService('console', { settings: await this.consoleSettings(), log: this.#log });
  }

  /**
   * Starts another process of a service. The caller must stop this process.
   *
   * @param {'auth' | 'api' | 'worker'} name
   */
  startFurther(name) {
    return this.startAnother(name, { log: this.#log });
  }

  /**
   * Starts a program that is compared with the platform, and waits until it answers.
   *
   * @param {string} script
   * @param {string} readyUrl
   * @param {{ name?: string, settings?: Record<string, string> }} [options]
   */
  async startBeside(script, readyUrl, { name = script, settings = {} } = {}) {
    await this.startProgram({ name, script, readyUrl, settings, log: this.#log });
  }

  /**
   * Returns the memory that a process uses now, in bytes (Linux).
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
   * Returns the CPU time that a process has used so far (Linux).
   *
   * @param {string} name
   */
  cpuSeconds(name) {
    return wholeCpuSecondsOf(this.processId(name));
  }

  /**
   * Creates a client and a user for a member.
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
  async newToken(account) {
    const answer = await fetch(`${this.authUrl}/api/credentials/access_token`, {
      method: 'POST',
      body: new URLSearchParams(signInForm(account)),
    });
    const { access_token } = /** @type {{ access_token?: string }} */ (await answer.json());
    if (access_token === undefined) throw new Error(`No token: ${answer.status}`);
    return access_token;
  }
}

/** @param {Account} account */
export function signInForm({ userId, password, clientId, clientSecret }) {
  return { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {PostgresServer | undefined} server
 */
function databaseOf(name, folder, server) {
  return server?.addressOf(name) ?? `sqlite:${join(folder, `${name}.sqlite`)}`;
}
