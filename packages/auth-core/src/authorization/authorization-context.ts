import type { AuditLog } from '../audit/audit-log.js';
import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import type { GrantStore } from '../grant/grant-store.js';
import type { Randomness } from '../randomness.js';
import type { AuthSettings } from '../settings/auth-settings.js';

/** The objects that the authorization page uses. */
export interface AuthorizationContext {
  readonly settings: AuthSettings;
  readonly clients: ClientStore;
  readonly grants: GrantStore;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
}
