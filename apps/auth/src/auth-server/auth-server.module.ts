import { Global, Inject, Logger, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Argon2PasswordHasher, type AuthServer } from '@trading-platform/auth-core';
import { authSchema, openAuthServer } from '@trading-platform/auth-core/typeorm';
import { type Database, openDatabase } from '@trading-platform/database';
import { platformSettings, Readiness } from '@trading-platform/service';
import { ENV, type Env, toAuthSettings } from '../env.js';
import { AUTH_SERVER } from './auth-server.js';
import { Housekeeping } from './housekeeping.js';

/** Every unit of work here is a few statements, so those that wait may share a commit. */
const unitsPerCommit = 32;

const DATABASE = Symbol('auth database');

/** The database and everything the protocol works with. */
@Global()
@Module({
  providers: [
    { provide: DATABASE, inject: [ENV], useFactory: openMigrated },
    { provide: AUTH_SERVER, inject: [DATABASE, ENV], useFactory: openServer },
    Housekeeping,
  ],
  exports: [AUTH_SERVER],
})
export class AuthServerModule implements OnModuleInit, OnApplicationShutdown {
  readonly #log = new Logger('auth');

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AUTH_SERVER) private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly readiness: Readiness,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.env.secretKey === platformSettings.AUTH_SECRET_KEY.default) {
      this.#log.warn(
        'AUTH_SECRET_KEY is the development default: set a secret of your own before anyone relies on this',
      );
    }
    await this.server.keys.ensureKeys({ address: 'local' });
    await this.server.keys.signatureKey();
    this.readiness.add('database', () => this.database.ping());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

async function openMigrated(env: Env): Promise<Database> {
  const options = { schemas: [authSchema], unitsPerCommit, applicationName: 'auth' };
  const database = await openDatabase({ address: env.database, ...options });
  await database.migrate();
  return database;
}

function openServer(database: Database, env: Env): AuthServer {
  const hasher = new Argon2PasswordHasher({
    concurrency: env.passwordHashesAtOnce,
    longestQueue: env.passwordHashesWaiting,
  });
  return openAuthServer(database, { secretKey: env.secretKey, settings: toAuthSettings(env), hasher });
}
