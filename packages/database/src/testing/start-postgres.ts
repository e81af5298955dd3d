import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export { freePort } from './free-port.js';

/** The script is in `dist`, even if this module runs from `src` in the tests of this package. */
const script = fileURLToPath(new URL('../../dist/testing/postgres-process.js', import.meta.url));

/** The files and databases of a private server. */
export interface PostgresProcessOptions {
  /**
   * The folder for the server's files, which remains when the server stops. By default, a temporary folder is used, which is
   * removed at the end.
   */
  readonly directory?: string;
  /** The port of the server (default: a free port). */
  readonly port?: number;
  /** The password of the user `postgres`, which is set when the server is created (default: `postgres`). */
  readonly password?: string;
  /** The databases to create, unless they exist. */
  readonly databases?: readonly string[];
  /**
   * Whether committed data survive a crash of the machine (default: `false`, which is faster). If true, the server uses fsync.
   */
  readonly durable?: boolean;
}

/** A private PostgreSQL server. The server ends at the latest together with the process that started it. */
export interface PostgresServer {
  /** The address of the maintenance database, with all rights. The address does not change after a restart. */
  readonly url: string;
  /** Returns the address of another database on this server, with the same rights. */
  addressOf(database: string): string;
  /** Shuts the server down in an orderly way. Open connections are closed. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, without a shutdown and without a last checkpoint. */
  kill(): Promise<void>;
  /** Starts the server again after `stop` or `kill`, with a recovery if necessary. */
  start(): Promise<void>;
  /** Stops the server for good and removes temporary files. */
  end(): Promise<void>;
}

interface State {
  readonly url?: string;
  readonly error?: string;
}

/**
 * Starts a real PostgreSQL from npm packages. The server also runs for the root user, and nothing has to be installed by hand.
 *
 * @throws Error with the server's own messages when it does not start
 */
export async function startPostgres(options: PostgresProcessOptions = {}): Promise<PostgresServer> {
  const child = spawn(process.execPath, [script], {
    stdio: 'pipe',
    env: withoutTestRunner(process.env),
  });
  child.stdin.on('error', () => undefined);
  // The options are not passed on the command line, because other users could read them there.
  child.stdin.write(`${JSON.stringify(options)}\n`);
  letParentEnd(child);
  const states = readStates(child);
  const { url = '' } = await states.next();
  return {
    url,
    addressOf: (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href,
    stop: () => command('stop'),
    kill: () => command('kill'),
    start: () => command('start'),
    async end() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.ref();
      child.stdin.end();
      await exited;
    },
  };

  async function command(name: string): Promise<void> {
    child.stdin.write(`${name}\n`);
    await states.next();
  }
}

/**
 * The server must not keep its parent process running, except while the parent waits for the server. When the parent ends, the
 * pipe is closed, and the server ends too.
 */
function letParentEnd(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
}

function withoutTestRunner({ NODE_OPTIONS: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}

function readStates(child: ChildProcessWithoutNullStreams) {
  const arrived: State[] = [];
  const waiting: ((state: State) => void)[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => arrive(JSON.parse(line) as State));
  child.once('error', (error) => arrive({ error: error.message }));
  child.once('exit', () => arrive({ error: `The PostgreSQL process ended. ${errors}` }));

  function arrive(state: State): void {
    const next = waiting.shift();
    if (next === undefined) arrived.push(state);
    else next(state);
  }

  return {
    async next(): Promise<State> {
      child.ref();
      const state = arrived.shift() ?? (await new Promise<State>((resolve) => waiting.push(resolve)));
      child.unref();
      if (state.error !== undefined) throw new Error(state.error);
      return state;
    },
  };
}
