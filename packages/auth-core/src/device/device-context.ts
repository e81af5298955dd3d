import type { AuditLog } from '../audit/audit-log.js';
import type { ClientAuthentication } from '../client/authenticate-client.js';
import type { Randomness } from '../randomness.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { DeviceStore } from './device-store.js';

/** The objects that are needed when devices ask for a code and when people decide about it. */
export interface DeviceContext extends ClientAuthentication {
  readonly settings: AuthSettings;
  readonly devices: DeviceStore;
  readonly audit: AuditLog;
  readonly randomness: Randomness;
}
