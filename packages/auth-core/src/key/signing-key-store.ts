import type { AuditEvent } from '../audit/audit-event.js';
import type { StoredSigningKey } from './signing-key.js';

/** The store of signing keys. Simultaneous calls never lead to two active keys or two next keys. */
export abstract class SigningKeyStore {
  /** Lists keys with the newest key first. */
  abstract list(): Promise<StoredSigningKey[]>;
  /** Adds the first keys. Returns false and adds nothing if an active key already exists. */
  abstract addFirst(keys: readonly StoredSigningKey[], event: AuditEvent): Promise<boolean>;
  /**
   * In one transaction, the active key becomes retired, the next key becomes active, and `next` is added. Returns false and
   * changes nothing if `expectedNext` is no longer the next key.
   */
  abstract rotate(change: KeyRotation, event: AuditEvent): Promise<boolean>;
  /**
   * In one transaction, the key becomes withdrawn and its private half is removed. If the key was active, the next key becomes
   * active. If this leaves no next key, `spare` becomes the next key. Returns false and changes nothing if the key is unknown or
   * already withdrawn.
   */
  abstract withdraw(change: KeyWithdrawal, event: AuditEvent): Promise<boolean>;
  /** Replaces an encrypted private half. Returns false and changes nothing if the stored private half is no longer `from`. */
  abstract reseal(change: KeyReseal, event: AuditEvent): Promise<boolean>;
}

/** The same private half, encrypted with another secret key. */
export interface KeyReseal {
  readonly keyId: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * A key whose signatures become invalid. If there is no next key after the withdrawal, `spare` becomes the next key. `at` is the
 * time of the withdrawal in epoch milliseconds.
 */
export interface KeyWithdrawal {
  readonly keyId: string;
  readonly spare: StoredSigningKey;
  readonly at: number;
}

/** The next key becomes active if it is still the expected key. `at` is the time of the rotation in epoch milliseconds. */
export interface KeyRotation {
  readonly expectedNext: string;
  readonly next: StoredSigningKey;
  readonly at: number;
}
