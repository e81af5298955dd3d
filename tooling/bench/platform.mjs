import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startWithinMs = 30_000;
const pollMs = 50;
const clockTicksPerSecond = 100;

/** The services as their users run them: processes of their own, logging to a file. */
export class Platform {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  #processes = new Map();
  #folder;
  #env;

  /**
   * @param {string} folder
   * @param {Record<string, string>} env
   */
  constructor(folder, env) {
    this.#folder = folder;
    this.#env = env;
  }

  /**
   * @param {{
   *   folder: string,
   *   databases: Record<'AUTH_DATABASE_URL' | 'ORDERING_DATABASE_URL', string>,
   *   settings?: Record<string, string>,
   * }} options
   */
  static async prepare({ folder, databases, settings = {} }) {
    const [auth, api, worker] = [await freePort(), await freePort(), await freePort()];
    return new Platform(folder, {
      PATH: process.env.PATH ?? '',
      MALLOC_ARENA_MAX: '1',
      ...databases,
      AUTH_PORT: String(auth),
      API_PORT: String(api),
      WORKER_PORT: String(worker),
      AUTH_ISSUER: `http://127.0.0.1:${auth}`,
      CALLS_PER_MINUTE: '1000000000',
      BATCHES_PER_CLIENT: '1000000000',
      ...settings,
    });
  }

  get authUrl() {
    return `http://127.0.0.1:${this.#env.AUTH_PORT}`;
  }

  get apiUrl() {
    return `http://127.0.0.1:${this.#env.API_PORT}/ordApi/order`;
  }

  /**
   * @param {'auth' | 'api' | 'worker'} name
   * @param {readonly string[]} [nodeArgs]
   */
  async start(name, nodeArgs = []) {
    const port = this.#env[`${name.toUpperCase()}_PORT`];
    const { flags, script } = startScriptOf(name);
    await this.startProcess(script, `http://127.0.0.1:${port}/readyz`, { name, nodeArgs: [...flags, ...nodeArgs] });
  }

  /**
   * Ends a process in its own time.
   *
   * @param {string} name
   */
  async end(name) {
    const child = this.#processes.get(name);
    if (child === undefined) return;
    this.#processes.delete(name);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /**
   * Memory that a process holds now, in bytes (Linux).
   *
   * @param {string} name
   */
  residentBytes(name) {
    const status = readFileSync(`/proc/${this.#processes.get(name)?.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  /** @param {string} name */
  processId(name) {
    const processId = this.#processes.get(name)?.pid;
    if (processId === undefined) throw new Error(`${name} does not run`);
    return processId;
  }

  /**
   * CPU time that a process has used so far (Linux).
   *
   * @param {string} name
   */
  cpuSeconds(name) {
    const fields =
      readFileSync(`/proc/${this.processId(name)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
  }

  /** CPU time that the API has used so far, as it says itself. */
  async apiCpuSeconds() {
    const text = await (await fetch(`http://127.0.0.1:${this.#env.API_PORT}/metrics`)).text();
    return Number(/^process_cpu_seconds_total(?:\{.*\})? (\S+)/m.exec(text)?.[1]);
  }

  /**
   * Starts a program with the platform's environment and waits until it answers.
   *
   * @param {string} script
   * @param {string} readyUrl
   * @param {{ name?: string, env?: Record<string, string>, nodeArgs?: readonly string[], readyWithinMs?: number }} [options]
   */
  async startProcess(script, readyUrl, { name = script, env = {}, nodeArgs = [], readyWithinMs = startWithinMs } = {}) {
    const log = openSync(join(this.#folder, 'services.log'), 'a');
    const child = spawn(process.execPath, [...nodeArgs, script], {
      env: { ...this.#env, ...env },
      stdio: ['ignore', log, log],
    });
    this.#processes.set(name, child);
    const deadline = Date.now() + readyWithinMs;
    while (!(await answers(readyUrl))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${script} does not get ready`);
      await sleep(pollMs);
    }
  }

  /**
   * Runs `tpctl` and answers what it prints as JSON.
   *
   * @param {readonly string[]} args
   * @param {string} [input]
   */
  async tpctl(args, input = '') {
    const child = spawn(process.execPath, [join(root, 'packages', 'cli', 'bin', 'tpctl.js'), ...args, '--json'], {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(input);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`tpctl ${args.join(' ')} ended with ${code}`);
    return JSON.parse(output);
  }

  /**
   * Loads records of one kind.
   *
   * @param {string} kind
   * @param {readonly object[]} records
   */
  async load(kind, records) {
    const file = join(this.#folder, `${kind}.ndjson`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await this.loadFile(kind, file);
  }

  /**
   * Loads an import file.
   *
   * @param {string} kind
   * @param {string} file
   */
  async loadFile(kind, file) {
    const { refused } = await this.tpctl(['import', kind, file]);
    if (refused > 0) throw new Error(`${refused} ${kind} lines were refused`);
  }

  /**
   * A client and a user of a member; answers how to get a token for it.
   *
   * @param {string} memberCode
   * @returns {Promise<() => Promise<string>>}
   */
  async makeCaller(memberCode) {
    const redirect = ['--redirect-uri', 'http://localhost:8080/callback'];
    const client = await this.tpctl(['client', 'create', '--name', memberCode, ...redirect]);
    const password = 'correct horse battery staple';
    await this.tpctl(['user', 'create', '--user-id', memberCode, '--member-code', memberCode], password);
    return async () => {
      const answer = await fetch(`${this.authUrl}/api/credentials/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          user_id: memberCode,
          user_password: password,
          client_id: client.client_id,
          client_secret: client.client_secret,
        }),
      });
      const { access_token } = /** @type {{ access_token?: string }} */ (await answer.json());
      if (access_token === undefined) throw new Error(`No token: ${answer.status}`);
      return access_token;
    };
  }

  async stop() {
    await Promise.all([...this.#processes.keys()].map((name) => this.end(name)));
  }
}

/**
 * Node's flags and the entry of a service, as its `start` script has them.
 *
 * @param {string} name
 */
function startScriptOf(name) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'apps', name, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  return { flags: args.slice(0, -1), script: join(root, 'apps', name, args.at(-1)) };
}

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {string} url */
async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
