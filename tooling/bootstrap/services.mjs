import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} ServiceDefinition
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 */

/**
 * How a service ended that nobody had asked to.
 *
 * @typedef {object} ServiceEnd
 * @property {string} name
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {string} lastError last line it wrote to standard error
 */

/**
 * Runs services as processes of their own. Nothing is restarted: when one ends, the caller learns of it and decides.
 * Each runs in a process group of its own, so that Ctrl-C on the terminal reaches us alone and we stop them in order. The
 * standard input of each is a pipe that ends with us.
 */
export class Services {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  #running = new Map();
  #onLine;
  #onEnd;
  #stopping = false;

  /**
   * @param {object} options
   * @param {(name: string, line: string) => void} options.onLine each line that a service writes
   * @param {(end: ServiceEnd) => void} options.onEnd a service ended by itself
   */
  constructor({ onLine, onEnd }) {
    this.#onLine = onLine;
    this.#onEnd = onEnd;
  }

  /** Those that run. */
  get names() {
    return [...this.#running.keys()];
  }

  /**
   * Starts a service; resolves when it says that it is ready.
   *
   * @param {ServiceDefinition} definition
   * @returns {Promise<{ port: number }>}
   */
  start({ name, command, args, env, cwd }) {
    return new Promise((resolve) => {
      const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
      this.#running.set(name, child);
      let lastError = '';
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#onLine(name, line);
        const ready = readReady(line);
        if (ready !== undefined) resolve(ready);
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.trim() !== '') lastError = line;
        this.#onLine(name, line);
      });
      const ended = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) => {
        this.#running.delete(name);
        if (!this.#stopping) this.#onEnd({ name, code, signal, lastError });
      };
      child.once('error', (error) => {
        lastError = error.message;
        ended(127, null);
      });
      child.once('close', ended);
    });
  }

  /** Asks all services to finish what they are doing, and resolves when all have ended. */
  async stop() {
    this.#stopping = true;
    const ends = [...this.#running.values()].map(
      (child) => new Promise((resolve) => child.once('close', () => resolve(undefined))),
    );
    this.#signal('SIGTERM');
    await Promise.all(ends);
  }

  /** Ends all services at once, whatever they are doing. */
  kill() {
    this.#stopping = true;
    this.#signal('SIGKILL');
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    for (const child of this.#running.values()) {
      try {
        process.kill(-(/** @type {number} */ (child.pid)), signal);
      } catch {
        child.kill(signal);
      }
    }
  }
}

/** @param {string} line */
function readReady(line) {
  if (!line.includes('"msg":"ready"')) return undefined;
  try {
    return { port: Number(JSON.parse(line).port) };
  } catch {
    return undefined;
  }
}
