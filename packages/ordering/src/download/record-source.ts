import type { RenderedRecord } from './rendered-record.js';

/** The records of one consistent instant. Must be closed. */
export interface RecordSnapshot {
  readonly instant: Date;
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /** With it, `open` gives what has changed since this instant. Absent where that can never be told. */
  readonly changeCursor?: string;
  /**
   * If `records` are only what was added or changed: the keys of what is no longer among all records, as JSON objects. Read after
   * the records.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /** A digest of what was selected and of the rights by which. Absent where another request must not get the same records. */
  readonly selection?: string;
  /** How many records there are. Takes time, and can be asked for while they are read. */
  readonly count?: () => Promise<number>;
  close(): Promise<void>;
}

/** Where the records of one download come from. */
export interface RecordSource<Criteria> {
  /**
   * Opens a snapshot: rights, filters and records are those of one instant, whatever changes later. The same data and criteria
   * give the same records in the same order. If the signal aborts, reading ends with its reason.
   *
   * @param changesSince the cursor of an earlier snapshot of the same criteria: only what was added or changed since, and the keys
   *   of what is gone. Where that cannot be told exactly all records come, and no `removed`
   */
  open(criteria: Criteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
}

/** A source that can tell what has changed since a snapshot. */
export interface FollowedSource<Criteria> extends RecordSource<Criteria> {
  /** Whether it can be told exactly at the moment what has changed since this cursor. */
  tellsChanges(criteria: Criteria, changesSince: string): Promise<boolean>;
  /** The `selection` that a snapshot would have now. */
  selectionOf(criteria: Criteria): Promise<string | undefined>;
}
