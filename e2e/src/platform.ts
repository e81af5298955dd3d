import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LocalPlatform,
  type ProgramSource,
  type ServiceName,
  type ServiceOptions,
} from '@trading-platform/bootstrap/local-platform';
import { ApiCaller, type Client } from './api-caller.js';
import {
  type DatabaseKind,
  type DatabasesWithRoles,
  makeDatabases,
  makeDatabasesWithRoles,
  type PlatformDatabases,
} from './platform-databases.js';
import { tpctl } from './tpctl.js';

export interface PlatformOptions {
  /** On PostgreSQL each service uses the role that the documents describe, and `tpctl` has created the tables. */
  readonly database: DatabaseKind;
  readonly services?: readonly ServiceName[];
  /** Settings of all services. They override the settings that tests normally use. */
  readonly settings?: Readonly<Record<string, string>>;
  /** By default, the built programs of the repository. */
  readonly programs?: ProgramSource;
}

const allServices: readonly ServiceName[] = ['auth', 'api', 'worker'];
const password = 'correct horse battery staple';
const linesShown = 40;
const shortCommands: ReadonlySet<string> = new Set(['client', 'user']);

/**
 * With `TEST_PLATFORM_DATABASE=postgres`, flows for SQLite also run on PostgreSQL. Flows whose settings name their own
 * servers do not run again, because these flows would use the same servers again.
 */
export function kindOf({ database, settings }: Pick<PlatformOptions, 'database' | 'settings'>): DatabaseKind {
  return process.env['TEST_PLATFORM_DATABASE'] === 'postgres' && !namesDatabases(settings) ? 'postgres' : database;
}

function namesDatabases(settings: PlatformOptions['settings'] = {}): boolean {
  return Object.keys(settings).some((name) => /^(AUTH|ORDERING|BATCH)_DATABASE_URL$/.test(name));
}

/** The whole platform for one suite. The services run in separate processes on free ports, with their own databases. */
export class Platform extends LocalPlatform {
  readonly #databases: PlatformDatabases | DatabasesWithRoles;
  readonly #runsOwnPrograms: boolean;
  #client: Promise<Client> | undefined;

  private constructor(
    folder: string,
    environment: Readonly<Record<string, string>>,
    databases: PlatformDatabases | DatabasesWithRoles,
    ownPrograms?: ProgramSource,
  ) {
    super(folder, environment, ownPrograms);
    this.#databases = databases;
    this.#runsOwnPrograms = ownPrograms !== undefined;
  }

  static async start(options: PlatformOptions): Promise<Platform> {
    const isPostgres = kindOf(options) === 'postgres';
    if (isPostgres && namesDatabases(options.settings)) {
      throw new Error(
        "With roles a platform is on databases of its own; leave addresses out, or say database: 'sqlite'",
      );
    }
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
    const databases = isPostgres ? await makeDatabasesWithRoles() : await makeDatabases('sqlite', folder);
    const environment = await LocalPlatform.freeEnvironment({ ...databases.settings, ...options.settings });
    const platform = new Platform(folder, environment, databases, options.programs);
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

  override startService(name: ServiceName, options?: ServiceOptions) {
    return super.startService(name, this.#withRole(name, options));
  }

  override startAnother(name: ServiceName, options?: ServiceOptions) {
    return super.startAnother(name, this.#withRole(name, options));
  }

  /**
   * One process runs all commands one after the other. Commands about users and clients are short, so they wait for
   * their turn. Any other command uses the bundled program while this process is busy, as operators do.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- as in `LocalPlatform`
  override async operate<Answer = any>(parameters: readonly string[], input = ''): Promise<Answer> {
    const mustRunNow = tpctl.isBusy && !shortCommands.has(parameters[0] ?? '');
    if (this.#runsOwnPrograms || mustRunNow) return super.operate<Answer>(parameters, input);
    const { code, stdout, stderr } = await tpctl.run([...parameters, '--json'], {
      env: { ...this.environment, INIT_CWD: this.folder },
      input,
    });
    if (code !== 0) throw new Error(`tpctl ${parameters.join(' ')} ended with ${code}\n${stdout}${stderr}`);
    return JSON.parse(stdout) as Answer;
  }

  /**
   * Creates a user and returns a caller that is signed in as this user by the credentials flow. All callers of one
   * platform share a client.
   */
  async caller(memberCode: string, client?: Client): Promise<ApiCaller> {
    const userId = `user-${memberCode}`;
    await this.operate(
      ['user', 'create', '--user-id', userId, '--member-code', memberCode, '--replace', '--no-member-check'],
      password,
    );
    this.#client ??= this.createClient('test');
    return ApiCaller.signIn(this, { userId, password, ...(client ?? (await this.#client)) });
  }

  /** Returns the last log lines of the services, for the message of a failed test. */
  logTail(): string {
    return this.services.map(({ name, lines }) => `--- ${name}\n${lines.slice(-linesShown).join('\n')}`).join('\n');
  }

  /** @throws Error if a service has logged that its role lacks a right; most services go on after such a failure */
  override async stop(): Promise<void> {
    await super.stop();
    await this.#databases.remove();
    await rm(this.folder, { recursive: true, force: true });
    const refusals = new Set(
      this.services.flatMap(({ name, lines }) => lines.flatMap((line) => refusalsIn(name, line))),
    );
    if (refusals.size > 0) throw new Error(`A role lacks a right:\n${[...refusals].join('\n')}`);
  }

  #withRole(name: ServiceName, options: ServiceOptions = {}): ServiceOptions {
    const own = name !== 'console' && 'settingsOf' in this.#databases ? this.#databases.settingsOf(name) : {};
    return { ...options, settings: { ...own, ...options.settings } };
  }
}

/** Finds, in the log of a service, the statements that PostgreSQL refused because of a missing right. */
function refusalsIn(service: string, line: string): string[] {
  return (line.match(/permission denied for [\w ]+/g) ?? []).map((refusal) => `${service}: ${refusal}`);
}
