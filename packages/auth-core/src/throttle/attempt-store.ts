import type { AuditEvent } from '../audit/audit-event.js';

/** Failures of one key. Times are epoch milliseconds. */
export interface AttemptState {
  /** Keyed hash: the table names nobody. */
  readonly key: string;
  readonly windowStartedAt: number;
  readonly failures: number;
  /** Locks so far; each doubles the next. */
  readonly locks: number;
  /** 0 when never locked. */
  readonly lockedUntil: number;
  /** From then on the row means nothing and can be removed. */
  readonly expiresAt: number;
}

/** How the state changes with one more failure. Answers nothing where the key is locked: the failure does not count. */
export type CountFailure = (state: AttemptState | undefined) => AttemptState | undefined;

/** Counts failures exactly, however many processes count at once. */
export interface AttemptStore {
  find(keys: readonly string[]): Promise<AttemptState[]>;
  /**
   * Applies every change, and adds the events that `describe` names, in one transaction in which nobody else changes these
   * keys. Where one of the changes answers nothing, none is applied and the answer is the state that refused.
   */
  count(
    changes: ReadonlyMap<string, CountFailure>,
    describe: (states: readonly AttemptState[]) => readonly AuditEvent[],
  ): Promise<{ readonly refusedBy?: AttemptState }>;
  clear(keys: readonly string[]): Promise<void>;
  /** Removes a key and all that begin with it and a dot. */
  clearAllUnder(key: string): Promise<void>;
  /** Whether the right password or secret once came from this place. */
  isKnownPlace(key: string): Promise<boolean>;
  rememberPlace(key: string, at: number): Promise<void>;
}
