import type { Happening } from '../event/event.js';

/** Something that another database has recorded. It is appended to the log, and then confirmed in that database. */
export interface OutsideHappening extends Happening {
  readonly occurrence: string;
  /** The time at which it happened, in epoch milliseconds. */
  readonly at: number;
}

/** The input of `EventSequence.advance`. */
export interface Advance {
  /** The current time in epoch milliseconds. */
  readonly now: number;
  readonly outside: readonly OutsideHappening[];
}

/** `busy` if another process was giving positions at the same time. Nothing was done then. */
export type Advanced = 'busy' | { readonly events: number; readonly mayHaveMore: boolean };

/** Port: gives positions to the entries that transactions have appended. */
export abstract class EventSequence {
  /** Gives the next positions, in one durable transaction. Only one process at a time gives positions. */
  abstract advance(advance: Advance): Promise<Advanced>;
}
