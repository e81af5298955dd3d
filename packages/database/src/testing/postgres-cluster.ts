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
  /** Called if the server has ended by itself. */
  readonly onEnd: (how: string) => void;
}

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  log_min_messages: 'warning',
};
const initOptions = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
/** Half of a new connection's CPU time is for the 4,096 rounds that hide the password, which is known here. */
const quickSignIn = ['--set=scram_iterations=1'];
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const startAttempts = 20;
/** The number of attempts while child processes of a killed server still use its shared memory. */
const startAttemptsAfterKill = 240;
const stillUsed = 'pre-existing shared memory block';
const startRetryMs = 250;
const linesKept = 50;
/** The message of a server that is ready. A standby accepts only read-only connections. */
const ready = /ready to accept (?:read-only )?connections/;

/** A PostgreSQL data folder, and the server that uses it. */
export class PostgresCluster {
  readonly #options: PostgresClusterOptions;
  readonly #log: string[] = [];
  #server: ChildProcess | undefined;

  constructor(options: PostgresClusterOptions) {
    this.#options = options;
  }

  /** The address of the maintenance database, with all rights. */
  get url(): string {
    const { password, port } = this.#options;
    return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  }

  /** The last lines that the programs have written. */
  get log(): string {
    return this.#log.join('\n');
  }

  /**
   * Creates the data folder, unless it exists. The folder gets its final name only when it is complete, so a crash never leaves
   * an incomplete folder under this name.
   */
  async initialise(): Promise<void> {
    const { user, directory } = this.#options;
    if (await exists(join(directory, 'PG_VERSION'))) return;
    const incomplete = `${directory}.incomplete`;
    // A program of a killed server may still be writing to this folder.
    await rm(incomplete, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await mkdir(incomplete, { recursive: true, mode: 0o700 });
    if (user !== undefined) await chown(incomplete, user.uid, user.gid);
    await this.#makeDataFolder(incomplete);
    await rename(incomplete, directory);
  }

  async #makeDataFolder(directory: string): Promise<void> {
    const { programs, user, password, durable } = this.#options;
    const passwordFile = join(tmpdir(), `trading-platform-postgres-password-${randomUUID()}`);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    try {
      if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
      const options = [...initOptions, ...(durable ? [] : quickSignIn)];
      const child = this.#spawn(programs.initdb, ['--pgdata=.', `--pwfile=${passwordFile}`, ...options], directory);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error('PostgreSQL could not make its data folder');
    } finally {
      await rm(passwordFile, { force: true });
    }
  }

  /** Starts the server, or does nothing if the server is running. */
  async start(): Promise<void> {
    for (let attempt = 1; this.#server === undefined; attempt++) {
      const server = await this.#tryToStart();
      if (server !== undefined) this.#keepWatch(server);
      else if (attempt >= this.#startAttempts) throw new Error('PostgreSQL did not start');
      else await sleep(startRetryMs);
    }
  }

  /** Shuts the server down fast: open connections are closed, and all committed data are kept. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Kills the server like a crash, without a shutdown and without a last checkpoint. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  get #startAttempts(): number {
    return this.log.includes(stillUsed) ? startAttemptsAfterKill : startAttempts;
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

  /**
   * A shell waits for the end of its input, which this process keeps open, and then ends the server. Because of the shell, the
   * server ends even if this process is killed.
   */
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
    // The server gets its own process group, so that Ctrl-C for the parent process does not reach the server.
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
