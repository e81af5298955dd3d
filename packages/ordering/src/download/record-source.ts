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
   * Opens a snapshot: rights, filters and records are those of one instant, whatever changes later. The same data and criteria
   * give the same records in the same order. If the signal aborts, reading ends with its reason.
   */
  open(criteria: Criteria, signal: AbortSignal): Promise<RecordSnapshot>;
}
