import type { AuditLog } from '../audit/audit-log.js';
import type { ClientAuthentication } from '../client/authenticate-client.js';
import type { DeviceStore } from '../device/device-store.js';
import type { KeyRing } from '../key/key-ring.js';
import type { Randomness } from '../randomness.js';
import type { RevocationStore } from '../revocation/revocation-store.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AccessTokenVerifier } from '../token/access-token-verifier.js';
import type { PasswordCheck } from '../user/check-password.js';
import type { GrantStore } from './grant-store.js';

/** The objects that the endpoints of grants use. At these endpoints, grants begin, are renewed and end. */
export interface GrantContext extends ClientAuthentication, PasswordCheck {
  readonly settings: AuthSettings;
  readonly grants: GrantStore;
  readonly devices: DeviceStore;
  readonly revocations: RevocationStore;
  readonly audit: AuditLog;
  readonly keys: KeyRing;
  /** Verifies access tokens of this server, without checking whether they were revoked. */
  readonly verifier: AccessTokenVerifier;
  readonly randomness: Randomness;
}
