import type { AuditEvent } from '../audit/audit-event.js';

/** Failures of one key. Times are epoch milliseconds. */
export interface AttemptState {
  /** Keyed hash: the table names nobody. */
  readonly key: string;
  /** The failures that still count, oldest first. */
  readonly failedAt: readonly number[];
  /** Number of past locks; each doubles the next. */
  readonly locks: number;
  /** 0 when never locked. */
  readonly lockedUntil: number;
  /** From then on the row has no effect and can be removed. */
  readonly expiresAt: number;
}

/** Changes of some keys, with their audit events. */
export interface AttemptChange {
  readonly written?: readonly AttemptState[];
  readonly cleared?: readonly string[];
  readonly events?: readonly AuditEvent[];
}

/** Counts failures exactly, however many processes count at once. */
export abstract class AttemptStore {
  /** The keys that have a row. */
  abstract find(keys: readonly string[]): Promise<AttemptState[]>;
  /** Looks at the keys and carries out the change, in one transaction in which nobody else changes these keys. */
  abstract change(
    keys: readonly string[],
    decide: (states: ReadonlyMap<string, AttemptState>) => AttemptChange,
  ): Promise<void>;
  /** Removes a key and all that begin with it and a dot. */
  abstract clearAllUnder(key: string): Promise<void>;
  /** How many keys have a row, counted no further than `atMost`. */
  abstract size(atMost: number): Promise<number>;
  /** Which of the places have sent a right password, and when that was last noted (epoch milliseconds). */
  abstract knownPlaces(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  abstract rememberPlace(key: string, at: number): Promise<void>;
  /** Forgets all places that begin with a key and a dot. */
  abstract forgetPlacesUnder(key: string): Promise<void>;
}
