import { AuditAdministration } from '../administration/audit-administration.js';
import type { AuthAdministration } from '../administration/auth-administration.js';
import { ClientAdministration } from '../administration/client-administration.js';
import { GrantAdministration } from '../administration/grant-administration.js';
import { KeyAdministration } from '../administration/key-administration.js';
import { SecretKeyAdministration } from '../administration/secret-key-administration.js';
import { UserAdministration } from '../administration/user-administration.js';
import { type Clock, systemClock } from '../clock.js';
import { Argon2PasswordHasher } from '../password/argon2-password-hasher.js';
import type { LeakedPasswords } from '../password/leaked-passwords.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import { type Randomness, systemRandomness } from '../randomness.js';
import type { AuthServer } from '../server/auth-server.js';
import { type AuthPorts, type AuthServerTerms, makeAuthServer } from '../server/make-auth-server.js';
import { defaultAuthSettings } from '../settings/auth-settings.js';
import type { AuthDatabase } from './auth-database.js';
import { AttemptEntity } from './entities/attempt.entity.js';
import { AuditEntity } from './entities/audit.entity.js';
import { AuthenticatorEntity } from './entities/authenticator.entity.js';
import { ClientEntity } from './entities/client.entity.js';
import { DeviceCodeEntity } from './entities/device-code.entity.js';
import { GrantEntity } from './entities/grant.entity.js';
import { KnownPlaceEntity } from './entities/known-place.entity.js';
import { PasskeyEntity } from './entities/passkey.entity.js';
import { RecoveryCodeEntity } from './entities/recovery-code.entity.js';
import { SessionEntity } from './entities/session.entity.js';
import { SigningKeyEntity } from './entities/signing-key.entity.js';
import { UserEntity } from './entities/user.entity.js';
import { TypeOrmAssertionStore } from './repositories/typeorm-assertion-store.js';
import { TypeOrmAttemptStore } from './repositories/typeorm-attempt-store.js';
import { TypeOrmAuditLog } from './repositories/typeorm-audit-log.js';
import { TypeOrmClientStore } from './repositories/typeorm-client-store.js';
import { TypeOrmDeviceStore } from './repositories/typeorm-device-store.js';
import { TypeOrmExpiredRows } from './repositories/typeorm-expired-rows.js';
import { TypeOrmGrantStore } from './repositories/typeorm-grant-store.js';
import { TypeOrmRevocationStore } from './repositories/typeorm-revocation-store.js';
import { TypeOrmSecondFactorStore } from './repositories/typeorm-second-factor-store.js';
import { TypeOrmSessionStore } from './repositories/typeorm-session-store.js';
import { TypeOrmSigningKeyStore } from './repositories/typeorm-signing-key-store.js';
import { TypeOrmUserStore } from './repositories/typeorm-user-store.js';

/**
 * The options, besides the database, that a server or its administration needs. The hasher, the clock and the source of
 * randomness have defaults.
 */
export interface OpenAuthOptions {
  /** The secret of the deployment, with at least 32 characters. All processes on the same database must use the same secret. */
  readonly secretKey: string;
  /** The former secret key. Values that were made with the former secret key are still recognised. */
  readonly formerSecretKey?: string | undefined;
  readonly hasher?: PasswordHasher;
  /** The passwords that nobody may choose (default: none). */
  readonly leakedPasswords?: LeakedPasswords | undefined;
  readonly clock?: Clock;
  readonly randomness?: Randomness;
}

/** Creates all objects that the authentication server uses, for one database whose migrations have run. */
export function openAuthServer(
  database: AuthDatabase,
  options: OpenAuthOptions & Pick<AuthServerTerms, 'settings' | 'fetchKeySet'>,
): AuthServer {
  const clock = options.clock ?? systemClock;
  const hasher = options.hasher ?? new Argon2PasswordHasher();
  const randomness = options.randomness ?? systemRandomness;
  const ports = { ...openAuthStores(database, clock), hasher, clock, randomness };
  return makeAuthServer(ports, options);
}

/** Creates all stores for one database whose migrations have run. `AuthServerModule` provides the same stores. */
export function openAuthStores(database: AuthDatabase, clock: Clock) {
  const of = <Row extends object>(entity: new () => Row) => database.manager.getRepository(entity);
  return {
    clients: new TypeOrmClientStore(database, clock, of(ClientEntity)),
    assertions: new TypeOrmAssertionStore(database),
    users: new TypeOrmUserStore(database, clock, of(UserEntity), of(SessionEntity)),
    factors: new TypeOrmSecondFactorStore(database, of(AuthenticatorEntity), of(PasskeyEntity), of(RecoveryCodeEntity)),
    grants: new TypeOrmGrantStore(database, clock, of(GrantEntity)),
    devices: new TypeOrmDeviceStore(database, of(DeviceCodeEntity)),
    revocations: new TypeOrmRevocationStore(database, clock),
    sessions: new TypeOrmSessionStore(database, of(SessionEntity)),
    attempts: new TypeOrmAttemptStore(database, of(AttemptEntity), of(KnownPlaceEntity)),
    signingKeys: new TypeOrmSigningKeyStore(database, of(SigningKeyEntity)),
    audit: new TypeOrmAuditLog(database, of(AuditEntity)),
    expired: new TypeOrmExpiredRows(database),
  } satisfies Partial<AuthPorts>;
}

/** Creates the functions for operators, for one database whose migrations have run. */
export function openAuthAdministration(database: AuthDatabase, options: OpenAuthOptions): AuthAdministration {
  const settings = { ...defaultAuthSettings, issuer: '' };
  const server = openAuthServer(database, { ...options, settings });
  const { clients, users, factors, grants, attempts, audit, hasher, leakedPasswords, secret, clock, randomness } =
    server;
  return {
    clients: new ClientAdministration(clients, secret, clock, randomness),
    users: new UserAdministration({ users, factors, hasher, leakedPasswords, attempts, audit, clock, randomness }),
    grants: new GrantAdministration(grants, users, clock),
    keys: new KeyAdministration(server.keys),
    secretKey: new SecretKeyAdministration({ keys: server.keys, clients, factors, grants, secret, clock }),
    audit: new AuditAdministration(audit, clock),
  };
}
