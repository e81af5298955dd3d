import type { AuditLog } from '../audit/audit-log.js';
import type { Clock } from '../clock.js';
import type { Randomness } from '../randomness.js';
import type { ServerSecret } from '../secret/server-secret.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import type { SecondFactorStore } from './second-factor-store.js';

/** The objects that are needed to set up and check second factors. */
export interface FactorContext {
  readonly settings: Pick<AuthSettings, 'issuer' | 'secondFactorRequired'>;
  readonly factors: SecondFactorStore;
  readonly attempts: AttemptLimiter;
  readonly audit: AuditLog;
  readonly secret: ServerSecret;
  readonly clock: Clock;
  readonly randomness: Randomness;
}
