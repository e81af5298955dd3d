import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('command-host-process.mjs', import.meta.url));
/** The flags of short commands. */
const flags = ['--min-semi-space-size=16'];
const idleMs = 60_000;

/**
 * The result of a command.
 *
 * @typedef {object} HostedResult
 * @property {number} code
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs several commands of one program in one process, one after the other. The process loads the program only once.
 * This saves half a second of CPU for each command. Tests of signals, pipes or processes need a separate process for
 * each command instead.
 */
export class CommandHost {
  #main;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  /** @type {NodeJS.Timeout | undefined} */
  #idle;
  #isBusy = false;

  /** @param {string} main absolute path of the module that exports `main(args)`, which answers the exit code */
  constructor(main) {
    this.#main = main;
  }

  /** Whether a command is running. While a command is running, a second command needs another process. */
  get isBusy() {
    return this.#isBusy;
  }

  /**
   * @param {readonly string[]} args
   * @param {{ cwd?: string, env: NodeJS.ProcessEnv, input?: string }} options
   * @returns {Promise<HostedResult>}
   */
  async run(args, { cwd = process.cwd(), env, input = '' }) {
    if (this.#isBusy) throw new Error('Another command runs in this process');
    this.#isBusy = true;
    clearTimeout(this.#idle);
    const child = this.#start();
    // The process keeps the test run alive only while a command runs.
    child.channel?.ref();
    try {
      /** @type {HostedResult} */
      const result = await new Promise((resolve, reject) => {
        const lost = (/** @type {number | null} */ code) => reject(new Error(`The process of commands ended: ${code}`));
        child.once('exit', lost);
        child.once('message', (/** @type {HostedResult} */ answer) => {
          child.off('exit', lost);
          resolve(answer);
        });
        child.send({ main: this.#main, args, cwd, env, input });
      });
      return result;
    } finally {
      child.channel?.unref();
      this.#isBusy = false;
      this.#idle = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  #start() {
    if (this.#child?.connected) return this.#child;
    const child = fork(script, [], { execArgv: flags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.unref();
    this.#child = child;
    return child;
  }

  #end() {
    if (this.#child?.connected) this.#child.disconnect();
  }
}
