import type { AuditLog } from '../audit/audit-log.js';
import type { AssertionStore } from '../client/assertion-store.js';
import type { ClientStore } from '../client/client-store.js';
import type { PublishedClientKeys } from '../client/published-client-keys.js';
import type { Clock } from '../clock.js';
import type { DeviceStore } from '../device/device-store.js';
import type { SecondFactorStore } from '../factor/second-factor-store.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { ExpiredRows } from '../housekeeping/expired-rows.js';
import type { KeyRing } from '../key/key-ring.js';
import type { LeakedPasswords } from '../password/leaked-passwords.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import type { Randomness } from '../randomness.js';
import type { RevocationStore } from '../revocation/revocation-store.js';
import type { ServerSecret } from '../secret/server-secret.js';
import type { SessionStore } from '../session/session-store.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import type { AccessTokenVerifier } from '../token/access-token-verifier.js';
import type { UserStore } from '../user/user-store.js';

/** All objects that the steps of the protocol use. Each step of the protocol declares which of these objects it needs. */
export abstract class AuthServer {
  abstract readonly settings: AuthSettings;
  abstract readonly clients: ClientStore;
  abstract readonly assertions: AssertionStore;
  abstract readonly publishedKeys: PublishedClientKeys;
  abstract readonly users: UserStore;
  abstract readonly factors: SecondFactorStore;
  abstract readonly grants: GrantStore;
  abstract readonly devices: DeviceStore;
  abstract readonly revocations: RevocationStore;
  abstract readonly sessions: SessionStore;
  abstract readonly attempts: AttemptLimiter;
  abstract readonly audit: AuditLog;
  abstract readonly expired: ExpiredRows;
  abstract readonly keys: KeyRing;
  /** Verifies access tokens of this server, without checking whether they were revoked. */
  abstract readonly verifier: AccessTokenVerifier;
  abstract readonly hasher: PasswordHasher;
  abstract readonly leakedPasswords: LeakedPasswords;
  abstract readonly secret: ServerSecret;
  abstract readonly clock: Clock;
  abstract readonly randomness: Randomness;
}
