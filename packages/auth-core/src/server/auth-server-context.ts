import type { AuditLog } from '../audit/audit-log.js';
import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { ExpiredRows } from '../housekeeping/expired-rows.js';
import type { KeyRing } from '../key/key-ring.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import type { Randomness } from '../randomness.js';
import type { RevocationStore } from '../revocation/revocation-store.js';
import type { ServerSecret } from '../secret/server-secret.js';
import type { SessionStore } from '../session/session-store.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import type { AccessTokenVerifier } from '../token/access-token-verifier.js';
import type { UserStore } from '../user/user-store.js';

/** Everything the protocol steps work with. */
export interface AuthServerContext {
  readonly settings: AuthSettings;
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly grants: GrantStore;
  readonly revocations: RevocationStore;
  readonly sessions: SessionStore;
  readonly attempts: AttemptLimiter;
  readonly audit: AuditLog;
  readonly expired: ExpiredRows;
  readonly keys: KeyRing;
  /** Verifies this server's own access tokens; knows nothing of revocations. */
  readonly verifier: AccessTokenVerifier;
  readonly hasher: PasswordHasher;
  readonly secret: ServerSecret;
  readonly clock: Clock;
  readonly randomness: Randomness;
}
