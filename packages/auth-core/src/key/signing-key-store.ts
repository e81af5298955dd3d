import type { AuditEvent } from '../audit/audit-event.js';
import type { StoredSigningKey } from './signing-key.js';

/** Signing keys at rest. Simultaneous calls never make a second active or next key. */
export abstract class SigningKeyStore {
  /** Newest first. */
  abstract list(): Promise<StoredSigningKey[]>;
  /** Adds the first keys. Answers false, and adds nothing, where there is an active key already. */
  abstract addFirst(keys: readonly StoredSigningKey[], event: AuditEvent): Promise<boolean>;
  /**
   * Active becomes retired, next becomes active, and `next` is added, in one transaction. Answers false, and changes
   * nothing, where `expectedNext` is no longer the next key.
   */
  abstract rotate(change: KeyRotation, event: AuditEvent): Promise<boolean>;
  /**
   * The key becomes withdrawn and its private half is removed, in one transaction. If it was active, the next key becomes
   * active. `spare` fills the place that is free then. Answers false, and changes nothing, where the key is unknown or
   * withdrawn already.
   */
  abstract withdraw(change: KeyWithdrawal, event: AuditEvent): Promise<boolean>;
  /** Answers false, and changes nothing, where the private half is no longer sealed as `from`. */
  abstract reseal(change: KeyReseal, event: AuditEvent): Promise<boolean>;
}

/** The same private half, sealed by another secret key. */
export interface KeyReseal {
  readonly keyId: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * A key whose signatures no longer count; `spare` takes its place where there is no next key. `at` is in epoch
 * milliseconds.
 */
export interface KeyWithdrawal {
  readonly keyId: string;
  readonly spare: StoredSigningKey;
  readonly at: number;
}

/** The next key becomes active, if it is still the expected key. `at` is in epoch milliseconds. */
export interface KeyRotation {
  readonly expectedNext: string;
  readonly next: StoredSigningKey;
  readonly at: number;
}
