import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/**
 * The message of the parent process.
 *
 * @typedef {object} Command
 * @property {string} main absolute path of the module that exports `main(args)`
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {string} input
 */

process.on('message', (/** @type {Command} */ command) => void run(command));
process.once('disconnect', () => process.exit(0));

/**
 * Runs a command as if it had a process of its own.
 *
 * @param {Command} command
 */
async function run({ main, args, cwd, env, input }) {
  const [stdout, stderr] = [new Output(), new Output()];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  for (const [name, value] of Object.entries({ stdin, stdout, stderr })) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  process.chdir(cwd);
  process.argv = [process.execPath, main, ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const program = await import(pathToFileURL(main).href);
  const code = await program.main(args);
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.send?.({ code, stdout: stdout.text, stderr: stderr.text });
}

class Output extends Writable {
  /** @type {Buffer[]} */
  #parts = [];

  get text() {
    return Buffer.concat(this.#parts).toString();
  }

  /** @override @param {Buffer} part @param {unknown} _encoding @param {() => void} done */
  _write(part, _encoding, done) {
    // The writer may use the same buffer again.
    this.#parts.push(Buffer.from(part));
    done();
  }
}
