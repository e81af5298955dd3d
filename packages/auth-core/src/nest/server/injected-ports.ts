import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import { AssertionStore } from '../../client/assertion-store.js';
import { ClientStore } from '../../client/client-store.js';
import { Clock } from '../../clock.js';
import { DeviceStore } from '../../device/device-store.js';
import { SecondFactorStore } from '../../factor/second-factor-store.js';
import { GrantStore } from '../../grant/grant-store.js';
import { ExpiredRows } from '../../housekeeping/expired-rows.js';
import { SigningKeyStore } from '../../key/signing-key-store.js';
import { PasswordHasher } from '../../password/password-hasher.js';
import { Randomness } from '../../randomness.js';
import { RevocationStore } from '../../revocation/revocation-store.js';
import type { AuthPorts } from '../../server/make-auth-server.js';
import { SessionStore } from '../../session/session-store.js';
import { AttemptStore } from '../../throttle/attempt-store.js';
import { UserStore } from '../../user/user-store.js';

/** Provides the adapter of each port for injection by Nest. */
@Injectable()
export class InjectedPorts implements AuthPorts {
  constructor(
    readonly clients: ClientStore,
    readonly assertions: AssertionStore,
    readonly users: UserStore,
    readonly factors: SecondFactorStore,
    readonly grants: GrantStore,
    readonly devices: DeviceStore,
    readonly revocations: RevocationStore,
    readonly sessions: SessionStore,
    readonly attempts: AttemptStore,
    readonly signingKeys: SigningKeyStore,
    readonly audit: AuditLog,
    readonly expired: ExpiredRows,
    readonly hasher: PasswordHasher,
    readonly clock: Clock,
    readonly randomness: Randomness,
  ) {}
}
