import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const endWithStarter = new URL('end-with-starter.mjs', import.meta.url).href;
const linesKept = 2_000;
const pollMs = 20;
const notStarted = 127;

/**
 * @typedef {object} ServiceDefinition
 * @property {string} name
 * @property {readonly string[]} args flags for Node, the script, and the arguments of the script
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [node] default: the Node that runs this
 * @property {string} [cwd]
 * @property {number} [log] file descriptor to which all its output is written; without it, the lines are kept here
 * @property {string} [readyUrl] address that answers with success when the service is ready; without it, a log line of
 * the service says so
 * @property {(line: string) => void} [onLine] receives each line that the service writes
 */

/**
 * How a service ended.
 *
 * @typedef {object} ServiceEnd
 * @property {string} name
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {string} lastError last line it wrote to standard error
 */

/**
 * A service that runs in a process with its own process group, so Ctrl-C on the terminal reaches only the process that
 * started the service. The service ends when that process ends.
 */
export class ServiceProcess {
  /** @type {string[]} */
  #lines = [];
  #lastError = '';
  #child;

  /** @param {ServiceDefinition} definition */
  constructor({ name, args, env, node = process.execPath, cwd, log, readyUrl, onLine = () => undefined }) {
    this.name = name;
    const output = log ?? 'pipe';
    this.#child = spawn(node, ['--import', endWithStarter, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', output, output],
    });
    /** @type {Promise<ServiceEnd>} */
    this.ended = new Promise((resolve) => {
      const end = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) =>
        resolve({ name, code, signal, lastError: this.#lastError });
      this.#child.once('error', (error) => {
        this.#lastError = error.message;
        end(notStarted, null);
      });
      this.#child.once('close', end);
    });
    const ready = this.#read(onLine);
    /** Resolves with the port when the service is ready. Stays pending if the service ends before that. */
    this.ready = readyUrl === undefined ? ready : this.#answers(readyUrl);
  }

  get processId() {
    if (this.#child.pid === undefined) throw new Error(`${this.name} did not start`);
    return this.#child.pid;
  }

  /** The lines that the service has written, with the newest line last. */
  get lines() {
    return /** @type {readonly string[]} */ (this.#lines);
  }

  /**
   * Waits until the service is ready. Ends the service if this takes too long.
   *
   * @param {number} milliseconds
   * @throws {Error} with the output of the service, if the service ends or is not ready in time
   */
  async readyWithin(milliseconds) {
    const timer = new AbortController();
    const failure = await Promise.race([
      this.ready.then(() => undefined),
      this.ended.then(({ code }) => `ended with code ${code}`),
      sleep(milliseconds, 'was not ready in time', { signal: timer.signal }),
    ]);
    timer.abort();
    if (failure === undefined) return this;
    await this.end('SIGKILL');
    throw new Error(`${this.name} ${failure}\n${this.#lines.join('\n')}`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child.kill(signal);
  }

  /**
   * Sends a signal and waits for the end. Returns the exit code, or null if a signal ended the process directly.
   *
   * @param {NodeJS.Signals} [signal]
   */
  async end(signal = 'SIGTERM') {
    this.signal(signal);
    return (await this.ended).code;
  }

  /**
   * @param {(line: string) => void} onLine
   * @returns {Promise<{ port: number }>}
   */
  #read(onLine) {
    const { stdout, stderr } = this.#child;
    const keep = (/** @type {string} */ line) => {
      this.#lines.push(line);
      if (this.#lines.length > linesKept) this.#lines.shift();
      onLine(line);
    };
    return new Promise((resolve) => {
      if (stdout === null || stderr === null) return;
      createInterface({ input: stdout }).on('line', (line) => {
        keep(line);
        const ready = readReady(line);
        if (ready !== undefined) resolve(ready);
      });
      createInterface({ input: stderr }).on('line', (line) => {
        if (line.trim() !== '') this.#lastError = line;
        keep(line);
      });
    });
  }

  /**
   * @param {string} readyUrl
   * @returns {Promise<{ port: number }>}
   */
  async #answers(readyUrl) {
    let over = false;
    void this.ended.then(() => (over = true));
    while (!(await succeeds(readyUrl))) {
      if (over) return new Promise(() => undefined);
      await sleep(pollMs);
    }
    return { port: Number(new URL(readyUrl).port) };
  }
}

/** @param {string} url */
async function succeeds(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
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
