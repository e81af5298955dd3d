import type { RenderedRecord } from './rendered-record.js';

/** The records of one consistent instant. Must be closed. */
export interface RecordSnapshot {
  readonly instant: Date;
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  close(): Promise<void>;
}

/** Where the records of one download come from. */
export interface RecordSource<Criteria> {
  /**
   * Opens a snapshot: rights, filters and records are read at one instant, whatever is updated meanwhile. The same data and
   * criteria give the same records in the same order. An abort ends the reading with the signal's reason.
   */
  open(criteria: Criteria, signal: AbortSignal): Promise<RecordSnapshot>;
}
