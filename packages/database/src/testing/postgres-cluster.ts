import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
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
  /** Called when the server has ended by itself. */
  readonly onEnd: (how: string) => void;
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
/** A standby takes read-only ones. */
const ready = /ready to accept (?:read-only )?connections/;

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

  /** Makes the data folder, unless it exists. It gets its name when it is complete, so a crash never leaves half of one. */
  async initialise(): Promise<void> {
    const { user, directory } = this.#options;
    if (await exists(join(directory, 'PG_VERSION'))) return;
    const incomplete = `${directory}.incomplete`;
    // A killed server may still have a program at work there.
    await rm(incomplete, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await mkdir(incomplete, { recursive: true, mode: 0o700 });
    if (user !== undefined) await chown(incomplete, user.uid, user.gid);
    await this.#makeDataFolder(incomplete);
    await rename(incomplete, directory);
  }

  async #makeDataFolder(directory: string): Promise<void> {
    const { programs, user, password } = this.#options;
    const passwordFile = join(tmpdir(), `trading-platform-postgres-password-${randomUUID()}`);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    try {
      if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
      const child = this.#spawn(programs.initdb, ['--pgdata=.', `--pwfile=${passwordFile}`, ...initOptions], directory);
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
      if (server !== undefined) this.#keepWatch(server);
      else if (attempt === startAttempts) throw new Error('PostgreSQL did not start');
      else await sleep(startRetryMs);
    }
  }

  /** Fast shutdown: cuts open connections and keeps all committed data. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Like a crash: no shutdown, no last checkpoint. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  #keepWatch(server: ChildProcess): void {
    this.#server = server;
    server.once('exit', (code, signal) => {
      if (this.#server !== server) return;
      this.#server = undefined;
      this.#options.onEnd(signal ?? `exit code ${code}`);
    });
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
    const server = this.#spawn(programs.postgres, ['-D', directory, '-p', String(port), ...flags], directory);
    this.#endWithUs(server);
    return new Promise((resolve) => {
      server.once('exit', () => resolve(undefined));
      server.stderr?.on('data', (chunk: Buffer) => {
        if (ready.test(chunk.toString())) resolve(server);
      });
    });
  }

  /** A shell waits for the end of its input, which we hold open, and then ends the server, even if we are killed. */
  #endWithUs(server: ChildProcess): void {
    if (process.platform === 'win32' || server.pid === undefined) return;
    const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
      ...this.#options.user,
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', (error) => this.#keep(error.message));
    server.once('exit', () => shell.kill('SIGKILL'));
  }

  #spawn(program: string, args: readonly string[], directory: string): ChildProcess {
    const { user } = this.#options;
    // Its own group: Ctrl-C for our parent must not reach the server.
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
