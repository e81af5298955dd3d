import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalPlatform, type ServiceName } from '@trading-platform/bootstrap/local-platform';
import { ApiCaller } from './api-caller.js';
import { type DatabaseKind, makeDatabases, type PlatformDatabases } from './platform-databases.js';

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
export class Platform extends LocalPlatform {
  readonly #databases: PlatformDatabases;
  #client: Promise<PlatformClient> | undefined;

  private constructor(folder: string, environment: Readonly<Record<string, string>>, databases: PlatformDatabases) {
    super(folder, environment);
    this.#databases = databases;
  }

  static async start(options: PlatformOptions): Promise<Platform> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
    const databases = await makeDatabases(options.database, folder);
    const environment = await LocalPlatform.freeEnvironment({ ...databases.settings, ...options.settings });
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

  /** A caller with a user of its own, signed in by the credentials flow. Callers of one platform share a client. */
  async caller(memberCode: string, client?: PlatformClient): Promise<ApiCaller> {
    const userId = `user-${memberCode}`;
    await this.operate(['user', 'create', '--user-id', userId, '--member-code', memberCode, '--replace'], password);
    this.#client ??= this.createClient('test');
    return ApiCaller.signIn(this, { userId, password, ...(client ?? (await this.#client)) });
  }

  /** The last lines that the services have logged, for the message of a failed test. */
  logTail(): string {
    return this.services.map(({ name, lines }) => `--- ${name}\n${lines.slice(-linesShown).join('\n')}`).join('\n');
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#databases.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
