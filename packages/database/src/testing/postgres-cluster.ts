import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPrograms } from './postgres-programs.js';
import type { PostgresUser } from './postgres-user.js';

export interface PostgresClusterOptions {
  readonly programs: PostgresPrograms;
  readonly user: PostgresUser | undefined;
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  /** Whether committed data survive a crash of the machine. */
  readonly durable: boolean;
}

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  log_min_messages: 'warning',
};
const initOptions = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** After a kill, the server's children need a moment to let go of shared memory. */
const startAttempts = 20;
const startRetryMs = 250;
const linesKept = 50;

/** One PostgreSQL data folder, and the server on it. */
export class PostgresCluster {
  readonly #options: PostgresClusterOptions;
  readonly #log: string[] = [];
  #server: ChildProcess | undefined;

  constructor(options: PostgresClusterOptions) {
    this.#options = options;
  }

  /** Address of the maintenance database, with full rights. */
  get url(): string {
    const { password, port } = this.#options;
    return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  }

  /** The last lines that the programs wrote. */
  get log(): string {
    return this.#log.join('\n');
  }

  /** Makes the data folder, unless it is there. */
  async initialise(): Promise<void> {
    const { programs, user, directory, password } = this.#options;
    if (await exists(join(directory, 'PG_VERSION'))) return;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if (user !== undefined) await chown(directory, user.uid, user.gid);
    const passwordFile = join(tmpdir(), `trading-platform-postgres-password-${randomUUID()}`);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    try {
      if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
      const child = this.#spawn(programs.initdb, ['--pgdata=.', `--pwfile=${passwordFile}`, ...initOptions]);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error('PostgreSQL could not make its data folder');
    } finally {
      await rm(passwordFile, { force: true });
    }
  }

  /** Starts the server; does nothing when it runs. */
  async start(): Promise<void> {
    for (let attempt = 1; this.#server === undefined; attempt++) {
      const server = await this.#tryToStart();
      if (server !== undefined) this.#server = server;
      else if (attempt === startAttempts) throw new Error('PostgreSQL did not start');
      else await sleep(startRetryMs);
    }
  }

  /** Fast shutdown: open connections are cut, everything committed is kept. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Like a crash: no shutdown, no last checkpoint. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
    server.kill(signal);
    await gone;
  }

  async #tryToStart(): Promise<ChildProcess | undefined> {
    const { programs, directory, port, durable } = this.#options;
    const settings = Object.entries({ ...always, ...(durable ? {} : notDurable) });
    const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = this.#spawn(programs.postgres, ['-D', directory, '-p', String(port), ...flags]);
    return new Promise((resolve) => {
      server.once('exit', () => resolve(undefined));
      server.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('ready to accept connections')) resolve(server);
      });
    });
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const { user, directory } = this.#options;
    // A group of its own: a Ctrl-C for the process that started us is not one for the server.
    const child = spawn(program, args, { ...user, cwd: directory, detached: true, env: { LC_ALL: 'C', TZ: 'UTC' } });
    child.on('error', (error) => this.#keep(error.message));
    child.stdout?.on('data', (chunk: Buffer) => this.#keep(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => this.#keep(chunk.toString()));
    return child;
  }

  #keep(text: string): void {
    this.#log.push(...text.trimEnd().split('\n'));
    this.#log.splice(0, this.#log.length - linesKept);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
