import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiCaller } from './api-caller.js';
import { freePort } from './free-port.js';
import { type DatabaseKind, makeDatabases, type PlatformDatabases } from './platform-databases.js';
import { programs } from './programs.js';
import { type ProgramResult, runProgram } from './run-program.js';
import { type ServiceName, ServiceProcess } from './service-process.js';

export interface PlatformOptions {
  readonly database: DatabaseKind;
  readonly services?: readonly ServiceName[];
  /** Settings of all services, over those of the tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A client as `tpctl client create` makes it. */
export interface PlatformClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const allServices: readonly ServiceName[] = ['auth', 'api', 'worker'];
const password = 'correct horse battery staple';
const linesShown = 40;

/** The whole platform for one suite: services as processes of their own on free ports, databases of its own. */
export class Platform {
  readonly folder: string;
  readonly authUrl: string;
  readonly apiUrl: string;
  readonly workerUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly services = new Map<ServiceName, ServiceProcess>();
  readonly #databases: PlatformDatabases;
  #client: Promise<PlatformClient> | undefined;

  private constructor(folder: string, environment: Readonly<Record<string, string>>, databases: PlatformDatabases) {
    this.folder = folder;
    this.environment = environment;
    this.authUrl = `http://127.0.0.1:${environment['AUTH_PORT']}`;
    this.apiUrl = `http://127.0.0.1:${environment['API_PORT']}`;
    this.workerUrl = `http://127.0.0.1:${environment['WORKER_PORT']}`;
    this.#databases = databases;
  }

  static async start(options: PlatformOptions): Promise<Platform> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
    const databases = await makeDatabases(options.database, folder);
    const [authPort, apiPort, workerPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const environment = {
      PATH: process.env['PATH'] ?? '',
      AUTH_PORT: String(authPort),
      API_PORT: String(apiPort),
      WORKER_PORT: String(workerPort),
      AUTH_ISSUER: `http://127.0.0.1:${authPort}`,
      CALLS_PER_MINUTE: '1000000',
      ...databases.settings,
      ...options.settings,
    };
    const platform = new Platform(folder, environment, databases);
    try {
      const starts = await Promise.allSettled(
        (options.services ?? allServices).map((name) => platform.startService(name)),
      );
      const failed = starts.find((start) => start.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return platform;
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  /** Starts a service, again after it was ended or killed. */
  async startService(name: ServiceName): Promise<ServiceProcess> {
    const service = await ServiceProcess.start(name, this.environment);
    this.services.set(name, service);
    return service;
  }

  /** Starts a further process of a service on a port of its own. The caller ends it. */
  async startAnother(name: ServiceName, settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const port = { [`${name.toUpperCase()}_PORT`]: String(await freePort()) };
    return ServiceProcess.start(name, { ...this.environment, ...port, ...settings });
  }

  service(name: ServiceName): ServiceProcess {
    const service = this.services.get(name);
    if (service === undefined) throw new Error(`${name} does not run`);
    return service;
  }

  /** Runs the command line tool on this platform's databases. */
  async tpctl(parameters: readonly string[], input = ''): Promise<ProgramResult> {
    return runProgram(programs.tpctl, parameters, {
      environment: { ...this.environment, INIT_CWD: this.folder },
      input,
    });
  }

  /** The same, which must succeed; answers what `--json` prints. */
  async operate<Answer>(parameters: readonly string[], input = ''): Promise<Answer> {
    const { code, output, errors } = await this.tpctl([...parameters, '--json'], input);
    if (code !== 0) throw new Error(`tpctl ${parameters.join(' ')} ended with ${code}\n${output}${errors}`);
    return JSON.parse(output) as Answer;
  }

  /** Loads records of one kind, given as the lines of an import file. */
  async load(kind: string, lines: readonly object[]): Promise<void> {
    const file = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { refused } = await this.operate<{ refused: number }>(['import', kind, '-'], file);
    if (refused > 0) throw new Error(`${refused} of ${lines.length} ${kind} lines were refused`);
  }

  async createClient(name = 'test'): Promise<PlatformClient> {
    const made = await this.operate<{ client_id: string; client_secret: string }>([
      'client',
      'create',
      '--name',
      name,
      '--redirect-uri',
      'https://client.example/callback',
    ]);
    return { clientId: made.client_id, clientSecret: made.client_secret };
  }

  /** A caller with a user of its own, signed in by the credentials flow. Callers of one platform share a client. */
  async caller(memberCode: string, client?: PlatformClient): Promise<ApiCaller> {
    const userId = `user-${memberCode}`;
    await this.operate(['user', 'create', '--user-id', userId, '--member-code', memberCode, '--replace'], password);
    this.#client ??= this.createClient();
    return ApiCaller.signIn(this, { userId, password, ...(client ?? (await this.#client)) });
  }

  /** The last lines that the services have logged, for the message of a failed test. */
  logTail(): string {
    return [...this.services.values()]
      .map(({ name, lines }) => `--- ${name}\n${lines.slice(-linesShown).join('\n')}`)
      .join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.end()));
    await this.#databases.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
