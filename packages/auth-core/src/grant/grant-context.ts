import type { AuditLog } from '../audit/audit-log.js';
import type { ClientAuthentication } from '../client/authenticate-client.js';
import type { KeyRing } from '../key/key-ring.js';
import type { Randomness } from '../randomness.js';
import type { RevocationStore } from '../revocation/revocation-store.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AccessTokenVerifier } from '../token/access-token-verifier.js';
import type { PasswordCheck } from '../user/check-password.js';
import type { GrantStore } from './grant-store.js';

/** The parts that the endpoints for clients use: grants begin, are renewed and end there. */
export interface GrantContext extends ClientAuthentication, PasswordCheck {
  readonly settings: AuthSettings;
  readonly grants: GrantStore;
  readonly revocations: RevocationStore;
  readonly audit: AuditLog;
  readonly keys: KeyRing;
  /** Verifies this server's own access tokens; knows nothing of revocations. */
  readonly verifier: AccessTokenVerifier;
  readonly randomness: Randomness;
}
