import type { AuditEvent } from '../audit/audit-event.js';
import type { DeviceCode, DeviceDecision } from './device-code.js';

/** The store of device codes. Every change and its audit event are written in one transaction. */
export abstract class DeviceStore {
  /** Adds a code. Returns false and changes nothing if another code has the same user code. */
  abstract add(code: DeviceCode, event: AuditEvent): Promise<boolean>;
  abstract find(deviceHash: Uint8Array): Promise<DeviceCode | undefined>;
  /** Returns the code with one of these user codes. */
  abstract findByUserCode(userCodeHashes: readonly Uint8Array[]): Promise<DeviceCode | undefined>;
  /** Returns the number of codes of a client that have not expired. */
  abstract countLiving(clientId: string, now: number): Promise<number>;
  /** Stores the time of a poll, and the interval that the device must keep from now on. */
  abstract notePoll(deviceHash: Uint8Array, polledAt: number, intervalSeconds: number): Promise<void>;
  /**
   * Stores the decision of a person. If the method is called several times for the same code, in any number of processes, exactly one
   * call returns true. Every call returns false if the code has expired.
   */
  abstract decide(deviceHash: Uint8Array, decision: DeviceDecision, event: AuditEvent): Promise<boolean>;
}
