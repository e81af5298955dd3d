import { join } from 'node:path';
import { createConsoleClient } from './console-client.mjs';
import { freePort } from './free-port.mjs';
import { compileCache, inRoot } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';
import { bundledTpctl, howToStart, programFolders } from './service-definitions.mjs';
import { ServiceProcess } from './service-process.mjs';

const readyWithinMs = 200_000;
/** This time is long, because some programs load data before they answer. */
const programReadyWithinMs = 600_000;
const host = '127.0.0.1';
/**
 * With this flag, a short command does not collect the garbage of its start, which would take a quarter of its CPU
 * time.
 */
const commandFlags = ['--min-semi-space-size=16'];

/** @typedef {import('./service-definitions.mjs').ServiceName} ServiceName */

/**
 * @typedef {object} ServiceOptions
 * @property {Readonly<Record<string, string>>} [settings] they override the settings of the platform
 * @property {readonly string[]} [flags] for Node
 * @property {number} [log] file descriptor to which the log is written; the service is then asked over HTTP whether it
 * is ready
 */

/**
 * The programs that run. Default: the built programs of the repository.
 *
 * @typedef {object} ProgramSource
 * @property {(program: import('./service-definitions.mjs').DeployedProgram) => string} folderOf absolute
 * @property {string} [tpctl] its script, absolute. Default: that of its package.
 * @property {string} node the Node that runs them
 */

/** @type {ProgramSource} */
const built = {
  folderOf: (program) => inRoot(programFolders[program]),
  tpctl: bundledTpctl,
  node: process.execPath,
};

/** A platform on free ports, so that several platforms can run on one machine. Each service is a separate process. */
export class LocalPlatform {
  /** @type {Map<string, ServiceProcess>} */
  #services = new Map();
  #programs;
  /** @type {Promise<Readonly<Record<string, string>>> | undefined} */
  #console;

  /**
   * @param {string} folder for its files
   * @param {Readonly<Record<string, string>>} environment
   * @param {ProgramSource} [programs]
   */
  constructor(folder, environment, programs = built) {
    this.folder = folder;
    this.environment = environment;
    this.#programs = programs;
    this.authUrl = this.#urlOf('auth');
    this.apiUrl = this.#urlOf('api');
    this.workerUrl = this.#urlOf('worker');
    this.consoleUrl = this.#urlOf('console');
  }

  /**
   * Returns the settings of a platform that listens on free ports and does not limit the number of calls.
   *
   * @param {Readonly<Record<string, string>>} settings its databases, and all settings that differ from the usual ones
   * @returns {Promise<Readonly<Record<string, string>>>}
   */
  static async freeEnvironment(settings) {
    const [auth, api, worker, page] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    return {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: compileCache,
      AUTH_PORT: String(auth),
      API_PORT: String(api),
      WORKER_PORT: String(worker),
      CONSOLE_PORT: String(page),
      CONSOLE_URL: `http://${host}:${page}`,
      CONSOLE_API_URL: `http://${host}:${api}`,
      AUTH_ISSUER: `http://${host}:${auth}`,
      CALLS_PER_MINUTE: '1000000000',
      ...settings,
    };
  }

  /**
   * Starts a service, for the first time or after it was ended or killed.
   *
   * @param {ServiceName} name
   * @param {ServiceOptions} [options]
   */
  async startService(name, options) {
    const service = await this.#start(name, options);
    this.#services.set(name, service);
    return service;
  }

  /**
   * Starts an additional process of a service on another port. The caller ends it.
   *
   * @param {ServiceName} name
   * @param {ServiceOptions} [options]
   */
  async startAnother(name, options = {}) {
    const port = { [portSetting(name)]: String(await freePort()) };
    return this.#start(name, { ...options, settings: { ...port, ...options.settings } });
  }

  /**
   * Makes the client of the console, once.
   *
   * @returns {Promise<Readonly<Record<string, string>>>} the settings with which consoles start
   */
  async consoleSettings() {
    this.#console ??= createConsoleClient((parameters) => this.operate(parameters), this.consoleUrl);
    return this.#console;
  }

  /**
   * Starts another program with the settings of the platform. Resolves when the program answers requests.
   *
   * @param {{ name: string, script: string, readyUrl: string } & ServiceOptions} program
   */
  async startProgram({ name, script, readyUrl, settings = {}, flags = [], log }) {
    const env = { ...this.environment, ...settings };
    const program = new ServiceProcess({
      name,
      args: [...flags, script],
      env,
      readyUrl,
      ...(log === undefined ? {} : { log }),
    });
    this.#services.set(name, program);
    return program.readyWithin(programReadyWithinMs);
  }

  /** @param {string} name */
  service(name) {
    const service = this.#services.get(name);
    if (service === undefined) throw new Error(`${name} does not run`);
    return service;
  }

  get services() {
    return [...this.#services.values()];
  }

  /**
   * Runs tpctl on the databases of this platform, and returns its JSON output.
   *
   * @template [Answer=any]
   * @param {readonly string[]} parameters
   * @param {string} [input]
   * @returns {Promise<Answer>}
   */
  async operate(parameters, input = '') {
    const { node, folderOf, tpctl = join(folderOf('tpctl'), 'bin', 'tpctl.js') } = this.#programs;
    const { code, output, stdout } = await runCommand(node, [...commandFlags, tpctl, ...parameters, '--json'], {
      env: { ...this.environment, INIT_CWD: this.folder },
      input,
    });
    if (code !== 0) throw new Error(`tpctl ${parameters.join(' ')} ended with ${code}\n${output}`);
    return JSON.parse(stdout);
  }

  /**
   * Loads records of one kind.
   *
   * @param {string} kind
   * @param {readonly object[]} records
   */
  async load(kind, records) {
    await this.#import(kind, '-', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  /**
   * Loads an import file.
   *
   * @param {string} kind
   * @param {string} file
   */
  async loadFile(kind, file) {
    await this.#import(kind, file, '');
  }

  /**
   * A client that may use all flows.
   *
   * @param {string} name
   */
  async createClient(name) {
    const redirect = ['--redirect-uri', 'https://client.example/callback'];
    const made = await this.operate(['client', 'create', '--name', name, ...redirect]);
    return { clientId: String(made.client_id), clientSecret: String(made.client_secret) };
  }

  /** Asks all services to end, and waits until they have ended. */
  async stop() {
    await Promise.all(this.services.map((service) => service.end()));
  }

  /**
   * @param {string} kind
   * @param {string} file
   * @param {string} input
   */
  async #import(kind, file, input) {
    const { refused } = await this.operate(['import', kind, file], input);
    if (refused > 0) throw new Error(`${refused} ${kind} lines were refused`);
  }

  /**
   * @param {ServiceName} name
   * @param {ServiceOptions} [options]
   */
  #start(name, { settings = {}, flags = [], log } = {}) {
    const env = { ...this.environment, ...settings };
    const service = new ServiceProcess({
      ...howToStart(name, env, flags, this.#programs.folderOf(name)),
      node: this.#programs.node,
      ...(log === undefined ? {} : { log, readyUrl: `http://${host}:${env[portSetting(name)]}/readyz` }),
    });
    return service.readyWithin(readyWithinMs);
  }

  /** @param {ServiceName} name */
  #urlOf(name) {
    return `http://${host}:${this.environment[portSetting(name)]}`;
  }
}

/** @param {ServiceName} name */
const portSetting = (name) => `${name.toUpperCase()}_PORT`;
