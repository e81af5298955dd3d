import { describe } from '@jest/globals';
import type { MakeStores } from './auth-stores.js';
import { describeAttemptStore } from './describe-attempt-store.js';
import { describeAuditLog } from './describe-audit-log.js';
import { describeClientStore } from './describe-client-store.js';
import { describeDeviceStore } from './describe-device-store.js';
import { describeGrantStore } from './describe-grant-store.js';
import { describeRevocationStore } from './describe-revocation-store.js';
import { describeSecondFactorStore } from './describe-second-factor-store.js';
import { describeSessionStore } from './describe-session-store.js';
import { describeSigningKeyStore } from './describe-signing-key-store.js';
import { describeUserStore } from './describe-user-store.js';

export type { AuthStores, MakeStores } from './auth-stores.js';

/**
 * Tests for the contracts of all stores. Every set of adapters must pass these tests.
 *
 * @param make answers empty stores on the same data; called before each test
 * @example describeAuthStores('memory', async () => new MemoryAuthStores());
 */
export function describeAuthStores(name: string, make: MakeStores): void {
  describe(`stores of auth: ${name}`, () => {
    describeClientStore(make);
    describeUserStore(make);
    describeSecondFactorStore(make);
    describeGrantStore(make);
    describeDeviceStore(make);
    describeSessionStore(make);
    describeAttemptStore(make);
    describeRevocationStore(make);
    describeSigningKeyStore(make);
    describeAuditLog(make);
  });
}
