import { ConfigurableModuleBuilder, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type DatabaseWatch, ensureMigrated, openDatabase, watchDatabase } from '@trading-platform/database';
import { provideRepositories } from '@trading-platform/database/nest';
import { AuditLog } from '../../audit/audit-log.js';
import { AssertionStore } from '../../client/assertion-store.js';
import { ClientStore } from '../../client/client-store.js';
import { Clock, systemClock } from '../../clock.js';
import { DeviceStore } from '../../device/device-store.js';
import { SecondFactorStore } from '../../factor/second-factor-store.js';
import { GrantStore } from '../../grant/grant-store.js';
import { ExpiredRows } from '../../housekeeping/expired-rows.js';
import { SigningKeyStore } from '../../key/signing-key-store.js';
import { Argon2PasswordHasher } from '../../password/argon2-password-hasher.js';
import type { HashQueueOptions } from '../../password/hash-queue.js';
import { PasswordHasher } from '../../password/password-hasher.js';
import { Randomness, systemRandomness } from '../../randomness.js';
import { RevocationStore } from '../../revocation/revocation-store.js';
import { AuthServer } from '../../server/auth-server.js';
import { type AuthServerTerms, makeAuthServer } from '../../server/make-auth-server.js';
import { SessionStore } from '../../session/session-store.js';
import { AttemptStore } from '../../throttle/attempt-store.js';
import { AuthDatabase } from '../../typeorm/auth-database.js';
import { authSchema } from '../../typeorm/auth-schema.js';
import { TypeOrmAssertionStore } from '../../typeorm/repositories/typeorm-assertion-store.js';
import { TypeOrmAttemptStore } from '../../typeorm/repositories/typeorm-attempt-store.js';
import { TypeOrmAuditLog } from '../../typeorm/repositories/typeorm-audit-log.js';
import { TypeOrmClientStore } from '../../typeorm/repositories/typeorm-client-store.js';
import { TypeOrmDeviceStore } from '../../typeorm/repositories/typeorm-device-store.js';
import { TypeOrmExpiredRows } from '../../typeorm/repositories/typeorm-expired-rows.js';
import { TypeOrmGrantStore } from '../../typeorm/repositories/typeorm-grant-store.js';
import { TypeOrmRevocationStore } from '../../typeorm/repositories/typeorm-revocation-store.js';
import { TypeOrmSecondFactorStore } from '../../typeorm/repositories/typeorm-second-factor-store.js';
import { TypeOrmSessionStore } from '../../typeorm/repositories/typeorm-session-store.js';
import { TypeOrmSigningKeyStore } from '../../typeorm/repositories/typeorm-signing-key-store.js';
import { TypeOrmUserStore } from '../../typeorm/repositories/typeorm-user-store.js';
import { UserStore } from '../../user/user-store.js';
import { Housekeeping } from './housekeeping.js';
import { InjectedPorts } from './injected-ports.js';

/** The database, the secret and the settings of an authentication server. */
export interface AuthServerModuleOptions extends AuthServerTerms {
  /** The address of the database: `sqlite:path` or `postgres://…`. */
  readonly address: string;
  /**
   * If false, the application does not start while migrations are missing. If true, which is the default, the application runs
   * the missing migrations.
   */
  readonly migrate?: boolean;
  /**
   * The maximum number of passwords that are hashed at the same time, the maximum number that may wait, and the
   * observer of this queue.
   */
  readonly passwordHashes?: Partial<HashQueueOptions>;
  /** The object to which a readiness check of the database is added. */
  readonly readiness?: { add(name: string, check: () => Promise<unknown>): void };
  /** Observes the database under the name `auth`. */
  readonly watch?: DatabaseWatch;
}

/** Each transaction of this server has only a few statements, so several waiting transactions may share a commit. */
const unitsPerCommit = 32;

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthServerModuleOptions>({
  moduleName: 'AuthServer',
})
  .setClassMethodName('forRoot')
  .setExtras({ isGlobal: true }, (definition, { isGlobal }) => ({ ...definition, global: isGlobal }))
  .build();

/**
 * A Nest module for the authentication server on its database. The module provides `AuthServer`, and each of its stores and
 * helpers under its port. Before the first call, the tables are migrated and the first keys are created. Expired rows are removed
 * once a minute. The database is closed after the last answer.
 *
 * @example
 * imports: [
 *   AuthServerModule.forRootAsync({
 *     inject: [ENV],
 *     useFactory: (env: Env) => ({ address: env.database, secretKey: env.secretKey, settings: toAuthSettings(env) }),
 *   }),
 * ]
 */
@Module({
  providers: [
    { provide: AuthDatabase, inject: [MODULE_OPTIONS_TOKEN], useFactory: openMigrated },
    ...provideRepositories(AuthDatabase, authSchema.entities),
    { provide: ClientStore, useClass: TypeOrmClientStore },
    { provide: AssertionStore, useClass: TypeOrmAssertionStore },
    { provide: UserStore, useClass: TypeOrmUserStore },
    { provide: SecondFactorStore, useClass: TypeOrmSecondFactorStore },
    { provide: GrantStore, useClass: TypeOrmGrantStore },
    { provide: DeviceStore, useClass: TypeOrmDeviceStore },
    { provide: RevocationStore, useClass: TypeOrmRevocationStore },
    { provide: SessionStore, useClass: TypeOrmSessionStore },
    { provide: AttemptStore, useClass: TypeOrmAttemptStore },
    { provide: SigningKeyStore, useClass: TypeOrmSigningKeyStore },
    { provide: AuditLog, useClass: TypeOrmAuditLog },
    { provide: ExpiredRows, useClass: TypeOrmExpiredRows },
    { provide: PasswordHasher, inject: [MODULE_OPTIONS_TOKEN], useFactory: makeHasher },
    { provide: Clock, useValue: systemClock },
    { provide: Randomness, useValue: systemRandomness },
    InjectedPorts,
    { provide: AuthServer, inject: [InjectedPorts, MODULE_OPTIONS_TOKEN], useFactory: makeAuthServer },
    Housekeeping,
  ],
  exports: [AuthServer],
})
export class AuthServerModule extends ConfigurableModuleClass implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly server: AuthServer,
    private readonly database: AuthDatabase,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.server.keys.ensureKeys({ address: 'local' });
    await this.server.keys.signatureKey();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

async function openMigrated({ address, migrate, readiness, watch }: AuthServerModuleOptions): Promise<AuthDatabase> {
  const database = await openDatabase({ address, schemas: [authSchema], unitsPerCommit, applicationName: 'auth' });
  try {
    await ensureMigrated(database, 'auth', { migrate });
  } catch (error) {
    await database.close();
    throw error;
  }
  readiness?.add('database', () => database.ping());
  return watchDatabase(database, 'auth', watch);
}

function makeHasher({ passwordHashes }: AuthServerModuleOptions): PasswordHasher {
  return new Argon2PasswordHasher(passwordHashes);
}
