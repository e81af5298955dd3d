import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyPrimary } from './copy-primary.js';
import { administrate, ask, createDatabases } from './create-databases.js';
import { freePort } from './free-port.js';
import { type PostgresServer, startPostgres } from './start-postgres.js';

const pollMs = 50;

interface Member {
  readonly server: PostgresServer;
  readonly directory: string;
  readonly port: number;
}

/** A primary server and its standby. A commit succeeds only when both servers have it on their disks. */
export class PostgresPair {
  readonly #folder: string;
  readonly #ports: readonly number[];
  #primary: Member;
  #standby: Member;
  /**
   * Each data folder gets its own name, because the child processes of a killed server may still be writing to the old folder.
   */
  #copies = 1;

  private constructor(folder: string, primary: Member, standby: Member) {
    this.#folder = folder;
    this.#primary = primary;
    this.#standby = standby;
    this.#ports = [primary.port, standby.port];
  }

  static async start(databases: readonly string[]): Promise<PostgresPair> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-postgres-pair-'));
    // Inside folders of the root user, the user of the server can reach only folders that are open to all users.
    await chmod(folder, 0o755);
    const primary = await startMember(join(folder, 'data-0'), await freePort());
    await createDatabases(primary.server.url, databases);
    const standby = await follow(primary, join(folder, 'data-1'), await freePort());
    return new PostgresPair(folder, primary, standby);
  }

  /** Returns the address of a database with both servers, always in the same order. */
  addressOf(database: string): string {
    const { username, password } = new URL(this.#primary.server.url);
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`);
    return `postgres://${username}:${password}@${hosts.join(',')}/${database}?target_session_attrs=read-write`;
  }

  /** The position of the primary among the servers in the address. */
  get primaryPlace(): number {
    return this.#ports.indexOf(this.#primary.port);
  }

  get primaryUrl(): string {
    return this.#primary.server.url;
  }

  get standbyUrl(): string {
    return this.#standby.server.url;
  }

  /** Kills the primary and removes its data, as if its machine had burnt. */
  async losePrimary(): Promise<void> {
    await this.#primary.server.kill();
    await rm(this.#primary.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Notes that the test has promoted the standby. */
  promoted(): void {
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Stops the standby. Commits then wait. */
  async stopStandby(): Promise<void> {
    await this.#standby.server.kill();
    await untilTrue(this.#primary.server.url, 'SELECT NOT EXISTS (SELECT 1 FROM pg_stat_replication) AS answer');
  }

  /** Starts the stopped standby again. Waiting commits then continue. */
  async startStandby(): Promise<void> {
    await this.#standby.server.start();
  }

  /** Kills the primary and promotes the standby. */
  async failOver(): Promise<void> {
    const [lost, promoted] = [this.#primary, this.#standby];
    await lost.server.kill();
    await administrate(promoted.server.url, ['SELECT pg_promote()']);
    [this.#primary, this.#standby] = [promoted, lost];
  }

  /** Makes the lost server a standby of the new primary, with a new copy of its data. */
  async restoreStandby(): Promise<void> {
    const { server, directory, port } = this.#standby;
    await server.end();
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    this.#copies++;
    this.#standby = await follow(this.#primary, join(this.#folder, `data-${this.#copies}`), port);
  }

  /** Starts the lost server again, as an operator might do by mistake. The lost server is then a second primary with old data. */
  async startLostPrimary(): Promise<void> {
    await this.#standby.server.start();
  }

  async end(): Promise<void> {
    await this.#standby.server.end();
    await this.#primary.server.end();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function startMember(directory: string, port: number): Promise<Member> {
  return { server: await startPostgres({ directory, port, durable: true }), directory, port };
}

/** Starts a standby of a primary. From then on, the primary waits for the standby. */
async function follow({ server }: Member, directory: string, port: number): Promise<Member> {
  await copyPrimary(server.url, directory);
  const standby = await startMember(directory, port);
  await untilTrue(server.url, `SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming') AS answer`);
  await administrate(server.url, [`ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()']);
  await untilTrue(server.url, `SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync') AS answer`);
  return standby;
}

async function untilTrue(url: string, question: string): Promise<void> {
  while (!(await ask(url, question))) await sleep(pollMs);
}
