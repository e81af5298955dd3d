import { spawn } from 'node:child_process';

/**
 * @typedef {object} CommandResult
 * @property {number} code 0 for success, or 128 after a signal
 * @property {string} output standard output and standard error, in the order they came
 * @property {string} stdout
 */

const ignore = () => undefined;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let isEnding = false;

/** Ends the commands that are running, and every command that begins later. */
export function endCommands() {
  isEnding = true;
  for (const child of running) child.kill('SIGTERM');
}

/** @param {import('node:child_process').ChildProcess} child */
function follow(child) {
  running.add(child);
  if (isEnding) child.kill('SIGTERM');
}

/**
 * Runs a command to its end and returns its output. The promise never rejects. If a command cannot be started, its exit
 * code is 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, input?: string | undefined, uid?: number }} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, args, { cwd, env, input, uid } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, uid, stdio: 'pipe' });
    follow(child);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', ignore);
    child.stdin.end(input ?? '');
    child.once('error', (error) => finish(127, error.message));
    child.once('close', (code) => finish(code ?? 128, output));

    function finish(/** @type {number} */ code, /** @type {string} */ whole) {
      running.delete(child);
      resolve({ code, output: whole, stdout });
    }
  });
}

/**
 * Runs a command on this terminal, passes on the signals that this process receives, and returns the exit code of the
 * command.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function runAttached(command, args, { cwd, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: 'inherit' });
    // The terminal sends Ctrl-C to the whole process group. Signals from other processes reach only this process.
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGTERM', pass);
    process.on('SIGHUP', pass);
    process.on('SIGINT', ignore);
    follow(child);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}
