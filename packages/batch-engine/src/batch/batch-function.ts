/** One record, already rendered. */
export interface RenderedRecord {
  /** The UTF-8 bytes that follow the function's `recordHead`; the whole JSON object where there is no head. */
  readonly body: Uint8Array;
  /** Kept beside the record and given back by `BatchRange.receipts`: what to mark once the record was delivered. */
  readonly receipt?: string;
  /** The record tells of an error. How many do is kept with the batch. */
  readonly isError?: boolean;
}

/** The data of one instant, read in chunks. Nothing that changes meanwhile shows in it. */
export interface BatchSnapshot {
  readonly instant: Date;
  /** How many records there will be, if that is known. */
  readonly total?: number;
  /**
   * The same where it costs time to know: asked for once, while the records are read, and only of a batch that takes longer than a
   * moment.
   */
  readonly count?: () => Promise<number>;
  /**
   * A digest of everything that was selected, with the rights that it was selected by. Another request of the same owner with the
   * same digest may be answered with this batch. Absent where it must not be.
   */
  readonly selection?: string;
  /** Records in their final order. The next chunk is asked for while the last one is being compressed, never earlier. */
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /** What `changesSince` of a later batch of the same criteria takes. Absent where changes can never be told. */
  readonly changeCursor?: string;
  /**
   * With `changesSince`: the keys of what is no longer among all records, each a JSON object. Read after the records. Absent if the
   * records are all records, because what has changed cannot be told exactly; then the batch fails.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /** Ends the snapshot; called exactly once, however the attempt ended. */
  close(): Promise<void>;
}

/** What a record head is made of. */
export interface RecordHeadContext {
  readonly batchId: string;
  /** The snapshot's instant as `yyyy-MM-dd HH:mm:ss` in Japan time, the same for all records of a batch. */
  readonly createDate: string;
}

/** What the serving side must know of a function. */
export interface BatchFunctionShape {
  /** Stored on the batch; never changes once batches exist. */
  readonly name: string;
  /** The name of the array that carries the records in an answer. */
  readonly arrayName: string;
  /** Most records of one call. Default: no limit. */
  readonly maxRecordsPerGet?: number | undefined;
  /**
   * Producing the records changes data, so a batch can be cancelled only before its first attempt. An attempt must be
   * repeatable: what a former one has done is found again, and answered the same.
   */
  readonly hasEffects?: boolean;
}

/** A kind of download: how its records are found and rendered. The engine knows nothing else of it. */
export interface BatchFunction<Criteria = never> extends BatchFunctionShape {
  /**
   * The text that opens a record, before its own bytes. Leave it out where records say nothing about their batch.
   *
   * @example `{"batch_id":"7","seq":"1","create_date":"2026-11-21 09:00:00",`
   */
  readonly recordHead?: (batch: RecordHeadContext, seq: number) => string;
  /**
   * Opens the snapshot.
   *
   * @param signal aborts when the attempt has lost its batch or the worker stops
   * @param input the bytes that came with the request; empty without any
   * @param changesSince a cursor of an earlier snapshot, if only what has changed since is asked for
   */
  open(criteria: Criteria, signal: AbortSignal, input: Uint8Array, changesSince?: string): Promise<BatchSnapshot>;
}
