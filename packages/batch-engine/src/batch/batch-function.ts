/** One record, already rendered. */
export interface RenderedRecord {
  /** The UTF-8 bytes that follow the function's `recordHead`; the whole JSON object where there is no head. */
  readonly body: Uint8Array;
  /** Kept beside the record and answered by `BatchRange.receipts`: the thing to mark once the record is delivered. */
  readonly receipt?: string;
  /** The record reports an error. Their number is kept with the batch. */
  readonly isError?: boolean;
}

/** The data of one instant, read in chunks. Changes made meanwhile do not show. */
export interface BatchSnapshot {
  readonly instant: Date;
  /** The number of records, if it is known. */
  readonly total?: number;
  /** The same, if counting takes time: called once, while the records are read, and only for a batch that takes longer than a moment. */
  readonly count?: () => Promise<number>;
  /**
   * A digest of the selection and of the rights that limited it. Another request of the same owner with the same digest may be
   * answered with this batch. Absent if it must not be.
   */
  readonly selection?: string;
  /** Records in their final order. The next chunk is read while the last one is being compressed, never earlier. */
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /** The value for `changesSince` of a later batch with the same criteria. Absent if the function does not support changes. */
  readonly changeCursor?: string;
  /**
   * With `changesSince`: the keys of records that are no longer selected, each a JSON object. Read after the records. Absent if the
   * changes are not known exactly, so that the records are all records; then the batch fails.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /** Ends the snapshot; called exactly once, however the attempt ended. */
  close(): Promise<void>;
}

/** The values of a record head. */
export interface RecordHeadContext {
  readonly batchId: string;
  /** The snapshot's instant as `yyyy-MM-dd HH:mm:ss` in Japan time, the same for all records of a batch. */
  readonly createDate: string;
}

/** The facts about a function that the serving side needs. */
export interface BatchFunctionShape {
  /** Stored on the batch; never changes once batches exist. */
  readonly name: string;
  /** The name of the array that carries the records in an answer. */
  readonly arrayName: string;
  /** Most records of one call. Default: no limit. */
  readonly maxRecordsPerGet?: number | undefined;
  /**
   * Producing the records changes data, so a batch can be cancelled only before its first attempt. An attempt must be repeatable: it
   * finds the work of an earlier attempt, and answers the same.
   */
  readonly hasEffects?: boolean;
}

/** A kind of download: how its records are found and rendered. The engine knows nothing else about it. */
export interface BatchFunction<Criteria = never> extends BatchFunctionShape {
  /**
   * The text that opens a record, before its own bytes. Leave it out if records say nothing about their batch.
   *
   * @example `{"batch_id":"7","seq":"1","create_date":"2026-11-21 09:00:00",`
   */
  readonly recordHead?: (batch: RecordHeadContext, seq: number) => string;
  /**
   * Opens the snapshot.
   *
   * @param signal aborts when the attempt has lost its batch or the worker stops
   * @param input the bytes that came with the request; empty without any
   * @param changesSince a cursor of an earlier snapshot, if only the changes since then are wanted
   */
  open(criteria: Criteria, signal: AbortSignal, input: Uint8Array, changesSince?: string): Promise<BatchSnapshot>;
}
