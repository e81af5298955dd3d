/** One record of a download, finished. */
export interface RenderedRecord {
  /** The rest of the record's JSON object after its head; the whole object where records carry no batch fields. */
  readonly body: Uint8Array;
  /** Kept with the record for what follows its delivery. */
  readonly receipt?: string;
}

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

/** A download as the batch engine runs it: request, confirm, get (Spec 4.6). */
export interface DownloadFunction<Criteria> {
  readonly name: string;
  /** The array of the get answer that the records stand in. */
  readonly arrayName: string;
  /** Any range is served in one call where there is none. */
  readonly maxRecordsPerGet?: number | undefined;
  /** What opens each record, up to its stored bytes; absent where records carry no batch fields. */
  readonly recordHead?: (batch: { readonly batchId: string; readonly createDate: string }, seq: number) => string;
  open(criteria: Criteria, signal: AbortSignal): Promise<RecordSnapshot>;
}

/** The batch's own fields, which open each record (Spec 2.4, 2.5). */
export function batchRecordHead(batch: { readonly batchId: string; readonly createDate: string }, seq: number): string {
  return `{"batch_id":"${batch.batchId}","seq":"${seq}","create_date":"${batch.createDate}",`;
}
