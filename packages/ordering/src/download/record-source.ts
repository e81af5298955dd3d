import type { RenderedRecord } from './rendered-record.js';

/** The records of a download as of one instant. The caller must close the snapshot. */
export interface RecordSnapshot {
  readonly instant: Date;
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /**
   * A cursor that can be given to a later call of `open`. A later call with this cursor returns only the changes since this
   * snapshot. The cursor is undefined if the changes of this selection cannot be determined.
   */
  readonly changeCursor?: string;
  /**
   * The keys of the records that are no longer selected, as JSON objects. Removed keys exist only if `records` contains only
   * changes. The removed keys must be read after the records.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /**
   * A digest of the selection and of the caller's rights. Two requests with the same digest may share their records. The digest
   * is undefined if these records must not be given to any other request.
   */
  readonly selection?: string;
  /** Counts the records. Counting may take time, and may run while the records are being read. */
  readonly count?: () => Promise<number>;
  close(): Promise<void>;
}

/** The source of the records of one download. */
export interface RecordSource<Criteria> {
  /**
   * Opens a snapshot. Access rights, filters and records all show the data of the same instant, even if the data change later.
   * The same data and the same criteria always result in the same records in the same order. If the signal is aborted, reading
   * fails with the reason of the signal.
   *
   * @param changesSince the cursor of an earlier snapshot of the same criteria: only records that were added or changed
   * since then are returned, and the keys of removed records. If the changes are not known exactly, all records are
   * returned, without `removed`
   */
  open(criteria: Criteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot>;
}

/** A source that can also return only the changes since an earlier snapshot. */
export interface FollowedSource<Criteria> extends RecordSource<Criteria> {
  /** Checks whether all changes since this cursor are known at this moment. */
  tellsChanges(criteria: Criteria, changesSince: string): Promise<boolean>;
  /** Returns the `selection` that a snapshot would have if it were opened now. */
  selectionOf(criteria: Criteria): Promise<string | undefined>;
}
