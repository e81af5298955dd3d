import type { AuditEvent } from '../audit/audit-event.js';

/** The failures that are stored for one key. All times of failures are epoch milliseconds. */
export interface AttemptState {
  /** The keyed hash of a user, client or address. The table of attempts therefore contains no names. */
  readonly key: string;
  /** The times of the failures that still count, with the oldest failure first. */
  readonly failedAt: readonly number[];
  /** The number of earlier locks. Each earlier lock has doubled the duration of the next lock. */
  readonly locks: number;
  /** The end of the last lock, or 0 if there was no lock. */
  readonly lockedUntil: number;
  /** The time from which the row has no effect and can be removed. */
  readonly expiresAt: number;
}

/** Changes to some keys, with the audit events of these changes. */
export interface AttemptChange {
  readonly written?: readonly AttemptState[];
  readonly cleared?: readonly string[];
  readonly events?: readonly AuditEvent[];
}

/** Counts failures exactly, even if several processes count at the same time. */
export abstract class AttemptStore {
  /** Returns the stored state of those keys that have a row. */
  abstract find(keys: readonly string[]): Promise<AttemptState[]>;
  /** Reads the keys and makes the change in one transaction. No other transaction can change the keys at the same time. */
  abstract change(
    keys: readonly string[],
    decide: (states: ReadonlyMap<string, AttemptState>) => AttemptChange,
  ): Promise<void>;
  /** Removes a key and all keys that begin with it and a dot. */
  abstract clearAllUnder(key: string): Promise<void>;
  /** Returns the number of keys that have a row. Counting stops at `atMost`. */
  abstract size(atMost: number): Promise<number>;
  /** Returns the places from which a correct password has come, with the time of the last one (epoch milliseconds). */
  abstract knownPlaces(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  abstract rememberPlace(key: string, at: number): Promise<void>;
  /** Deletes all places whose keys begin with the given key and a dot. */
  abstract forgetPlacesUnder(key: string): Promise<void>;
}
