import type { LoggedEvent } from '../event/event.js';
import type { EventFilter } from '../event/event-filter.js';

/** The place from which the log is read: a cursor, the oldest event that is kept, or now. */
export type EventStart = { readonly cursor: string } | 'oldest' | 'now';

/** Which events are read, and how many at most. */
export interface EventQuery {
  readonly after: EventStart;
  readonly limit: number;
  /** Without a filter, the events of all members are read. */
  readonly filter?: EventFilter;
}

/** Some events in the order of the log. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /**
   * The cursor after these events. If fewer events than the limit were found, the cursor is at the end of the log,
   * after all events that the filter leaves out. A cursor is independent of the filter.
   */
  readonly next: string;
}

/**
 * Port: the log of events, as readers see it. Positions are complete: when an event can be read, every event with a smaller
 * position can be read as well, or has been removed because of its age.
 */
export abstract class EventLog {
  /** @throws EventLogError if the log cannot be read from this place */
  abstract read(query: EventQuery): Promise<EventPage>;
  /** Returns a cursor shortly before the first event that happened at this time (epoch milliseconds) or later. */
  abstract cursorAt(at: number): Promise<string>;
  /**
   * Removes events that happened before `olderThan` (epoch milliseconds), in short transactions. The newest event is always kept.
   * Returns the number of removed events.
   */
  abstract forget(olderThan: number): Promise<number>;
}
