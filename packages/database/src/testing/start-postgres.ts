import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export { freePort } from './free-port.js';

/** The script is in `dist`, even if this module runs from `src` in this package's own tests. */
const script = fileURLToPath(new URL('../../dist/testing/postgres-process.js', import.meta.url));

/** The files and databases of a private server. */
export interface PostgresProcessOptions {
  /** The folder of the server's files, which stays when it stops. Default: a temporary folder, removed at the end. */
  readonly directory?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Password of its user `postgres`, when the server is made. Default `postgres`. */
  readonly password?: string;
  /** Databases to make, unless they exist. */
  readonly databases?: readonly string[];
  /** Whether committed data survive a crash of the machine (fsync). Default `false`, which is faster. */
  readonly durable?: boolean;
}

/** A private PostgreSQL server. It ends with the process that started it at the latest. */
export interface PostgresServer {
  /** Address of its maintenance database, with full rights. The same after a restart. */
  readonly url: string;
  /** Address of another of its databases, with the same rights. */
  addressOf(database: string): string;
  /** Orderly shutdown; open connections are cut. */
  stop(): Promise<void>;
  /** SIGKILL: no shutdown, no last checkpoint. */
  kill(): Promise<void>;
  /** Starts again after `stop` or `kill`, with crash recovery where needed. */
  start(): Promise<void>;
  /** Stops for good and removes temporary files. */
  end(): Promise<void>;
}

interface State {
  readonly url?: string;
  readonly error?: string;
}

/**
 * Starts a real PostgreSQL from npm packages, also for the root user, with nothing installed by hand.
 *
 * @throws Error with the server's own messages when it does not start
 */
export async function startPostgres(options: PostgresProcessOptions = {}): Promise<PostgresServer> {
  const child = spawn(process.execPath, [script], {
    stdio: 'pipe',
    env: withoutTestRunner(process.env),
  });
  child.stdin.on('error', () => undefined);
  // Not on the command line, which others can read.
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
 * The server must not keep its parent running, except while the parent waits for it: the pipe ends with the parent, and the server
 * with the pipe.
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
