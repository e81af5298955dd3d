import { mkdirSync } from 'node:fs';
import { openDatabase } from '@trading-platform/database';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { Platform } from '../harness/platform.mjs';
import { Market } from '../market/market.mjs';
import { Meter } from './meter.mjs';

/** @typedef {import('@trading-platform/database').Database} Database */

/** @typedef {import('@trading-platform/database/testing/postgres').PostgresServer} PostgresServer */

/** @typedef {'auth' | 'api' | 'worker'} ServiceName */

/** @typedef {Readonly<Record<ServiceName, number>>} FleetSize how many processes of each service */

const settings = {
  BATCHES_RUNNING_PER_MEMBER: '100',
  LOG_LEVEL: 'warn',
  SHUTDOWN_DELAY_SECONDS: '0',
};

const ofBench = { schemas: [], poolSize: 1, statementTimeoutMs: 0, applicationName: 'bench' };

/**
 * A platform with several processes of each service. The platform has its own PostgreSQL server, which waits for the
 * disk.
 */
export class Rig {
  /** @type {Map<ServiceName, import('@trading-platform/bootstrap/service-process').ServiceProcess[]>} */
  #processes = new Map();

  /**
   * @param {{
   *   platform: Platform,
   *   server: PostgresServer,
   *   database: Database,
   *   postmaster: number,
   *   size: FleetSize,
   * }} parts
   */
  constructor({ platform, server, database, postmaster, size }) {
    this.platform = platform;
    this.server = server;
    /** The benchmark's own connection to the database with the data. The connection has the rights of the superuser. */
    this.database = database;
    this.size = size;
    this.meter = new Meter(this, postmaster);
  }

  /**
   * @param {string} folder for its files
   * @param {FleetSize} size
   */
  static async prepare(folder, size) {
    mkdirSync(folder, { recursive: true });
    const server = await startPostgres({ durable: true, databases: ['auth', 'ordering'] });
    await countStatements(server);
    const platform = await Platform.prepare(folder, server, settings);
    await platform.operate(['migrate']);
    const database = await openDatabase({ address: server.addressOf('ordering'), ...ofBench });
    await database.execute('CREATE EXTENSION pg_stat_statements');
    const [row] = await database.query(`SELECT pg_read_file('postmaster.pid') AS text`);
    const postmaster = Number(String(row?.text).split('\n')[0]);
    return new Rig({ platform, server, database, postmaster, size });
  }

  /** Starts the services. */
  async start() {
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) {
      await this.platform.start(name);
      const further = Array.from({ length: this.size[name] - 1 }, () => this.platform.startFurther(name));
      this.#processes.set(name, [this.platform.service(name), ...(await Promise.all(further))]);
    }
  }

  /** @param {ServiceName} name */
  processesOf(name) {
    return this.#processes.get(name) ?? [];
  }

  /**
   * Returns the addresses of the processes of a service.
   *
   * @param {ServiceName} name
   */
  async urlsOf(name) {
    const ready = await Promise.all(this.processesOf(name).map((process) => process.ready));
    return ready.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /**
   * Opens a connection to the database of accounts, with the rights of the superuser. The caller must close this
   * connection.
   */
  openAuth() {
    const address = this.platform.environment.AUTH_DATABASE_URL ?? '';
    return openDatabase({ address, ...ofBench });
  }

  async end() {
    const further = [...this.#processes.values()].flatMap(([, ...rest]) => rest);
    await Promise.all(further.map((process) => process.end()));
    await this.platform.stop();
    await this.database.close();
    await this.server.end();
  }
}

/**
 * Loads the market that all units of work use.
 *
 * @param {Rig} rig
 * @param {number} records of the demo data, for large batches
 */
export function loadMarket({ platform }, records) {
  return Market.load(platform, { parts: ['orders', 'small'], demo: records });
}

/** @param {PostgresServer} server */
async function countStatements(server) {
  const database = await openDatabase({ address: server.url, schemas: [], poolSize: 1 });
  await database.execute(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await database.execute(`ALTER SYSTEM SET shared_buffers = '512MB'`);
  await database.execute(`ALTER SYSTEM SET max_wal_size = '4GB'`);
  await database.close();
  await server.stop();
  await server.start();
}
