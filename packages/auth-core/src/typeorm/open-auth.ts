import type { Database } from '@trading-platform/database';
import { AuditAdministration } from '../administration/audit-administration.js';
import type { AuthAdministration } from '../administration/auth-administration.js';
import { ClientAdministration } from '../administration/client-administration.js';
import { GrantAdministration } from '../administration/grant-administration.js';
import { KeyAdministration } from '../administration/key-administration.js';
import { UserAdministration } from '../administration/user-administration.js';
import { type Clock, systemClock } from '../clock.js';
import { Argon2PasswordHasher } from '../password/argon2-password-hasher.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import { type Randomness, systemRandomness } from '../randomness.js';
import type { AuthServer } from '../server/auth-server.js';
import { makeAuthServer } from '../server/make-auth-server.js';
import { type AuthSettings, defaultAuthSettings } from '../settings/auth-settings.js';
import { SqlAttemptStore } from './repositories/typeorm-attempt-store.js';
import { SqlAuditLog } from './repositories/typeorm-audit-log.js';
import { SqlClientStore } from './repositories/typeorm-client-store.js';
import { SqlExpiredRows } from './repositories/typeorm-expired-rows.js';
import { SqlGrantStore } from './repositories/typeorm-grant-store.js';
import { SqlRevocationStore } from './repositories/typeorm-revocation-store.js';
import { SqlSessionStore } from './repositories/typeorm-session-store.js';
import { SqlSigningKeyStore } from './repositories/typeorm-signing-key-store.js';
import { SqlUserStore } from './repositories/typeorm-user-store.js';

export interface OpenAuthOptions {
  /** The secret of the deployment, at least 32 characters; the same for every process on one database. */
  readonly secretKey: string;
  readonly hasher?: PasswordHasher;
  readonly clock?: Clock;
  readonly randomness?: Randomness;
}

/** Everything the authentication server works with, on one database whose migrations have run. */
export function openAuthServer(
  database: Database,
  options: OpenAuthOptions & { readonly settings: AuthSettings },
): AuthServer {
  const clock = options.clock ?? systemClock;
  const ports = {
    clients: new SqlClientStore(database, clock),
    users: new SqlUserStore(database, clock),
    grants: new SqlGrantStore(database, clock),
    revocations: new SqlRevocationStore(database, clock),
    sessions: new SqlSessionStore(database),
    attempts: new SqlAttemptStore(database),
    signingKeys: new SqlSigningKeyStore(database),
    audit: new SqlAuditLog(database),
    expired: new SqlExpiredRows(database),
    hasher: options.hasher ?? new Argon2PasswordHasher(),
    clock,
    randomness: options.randomness ?? systemRandomness,
  };
  return makeAuthServer(ports, options);
}

/** The operators' functions on one database whose migrations have run. */
export function openAuthAdministration(database: Database, options: OpenAuthOptions): AuthAdministration {
  const settings = { ...defaultAuthSettings, issuer: '' };
  const server = openAuthServer(database, { ...options, settings });
  const { clients, users, grants, attempts, audit, hasher, secret, clock, randomness } = server;
  return {
    clients: new ClientAdministration(clients, secret, clock, randomness),
    users: new UserAdministration(users, hasher, attempts, audit, { clock, randomness }),
    grants: new GrantAdministration(grants, users, clock),
    keys: new KeyAdministration(server.keys),
    audit: new AuditAdministration(audit),
  };
}
