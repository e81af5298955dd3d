import type { RenderedRecord } from './rendered-record.js';

/** The records of one consistent instant. Must be closed. */
export interface RecordSnapshot {
  readonly instant: Date;
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /** With it, `open` gives the changes since this instant. Undefined if changes can never be followed. */
  readonly changeCursor?: string;
  /**
   * If `records` are changes only: the keys of records that are no longer selected, as JSON objects. Read after the records.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /** A digest of the selection and of the caller's rights. Undefined if other requests must not get the same records. */
  readonly selection?: string;
  /** Counts the records. It takes time, and may run while they are read. */
  readonly count?: () => Promise<number>;
  close(): Promise<void>;
}

/** The source of the records of one download. */
export interface RecordSource<Criteria> {
  /**
   * Opens a snapshot: rights, filters and records are those of one instant, whatever changes later. The same data and criteria
   * give the same records in the same order. If the signal aborts, reading ends with its reason.
   *
   * @param changesSince the cursor of an earlier snapshot of the same criteria: only records that were added or changed since, and the
   *   keys of those that are gone. If these are not known exactly, all records come, without `removed`
   */
  open(criteria: Criteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
}

/** A source whose changes since a snapshot can be followed. */
export interface FollowedSource<Criteria> extends RecordSource<Criteria> {
  /** Whether the changes since this cursor are known exactly now. */
  tellsChanges(criteria: Criteria, changesSince: string): Promise<boolean>;
  /** The `selection` that a snapshot would have now. */
  selectionOf(criteria: Criteria): Promise<string | undefined>;
}
