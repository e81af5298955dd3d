/** One record of a batch, already rendered as bytes. */
export interface RenderedRecord {
  /**
   * The UTF-8 bytes of the record that come after the text of `recordHead`. If the function has no head, these bytes are the
   * whole JSON object.
   */
  readonly body: Uint8Array;
  /**
   * A text that is stored with the record and returned by `BatchRange.receipts`. The receipt names the record that is marked
   * after its delivery.
   */
  readonly receipt?: string;
  /** Set if the record reports an error. The number of records with errors is stored with the batch. */
  readonly isError?: boolean;
  /**
   * Releases the memory of `body`. Called once, when the bytes have been copied. Omit `release` if anything else may read the
   * bytes. Without `release`, the garbage collector frees the memory, which takes a fifth to a third of the CPU of a large batch.
   */
  readonly release?: () => void;
}

/**
 * The data of one instant, which are read in chunks. The snapshot does not contain changes that are made while it is
 * read.
 */
export interface BatchSnapshot {
  readonly instant: Date;
  /** The number of records, if it is known when the snapshot is opened. */
  readonly total?: number;
  /**
   * Counts the records if their number is not known at once. The count is requested once while the records are being read, and
   * only for a batch that takes longer than a moment.
   */
  readonly count?: () => Promise<number>;
  /**
   * A digest of the selection and of the access rights that limited the selection. Another request of the same owner with the
   * same digest may be answered with this batch. The digest is absent if the batch must not answer other requests.
   */
  readonly selection?: string;
  /** The records in their final order. The next chunk is read while the previous chunk is being compressed, and never earlier. */
  readonly records: AsyncIterable<readonly RenderedRecord[]>;
  /**
   * The value that a later batch with the same criteria can pass as `changesSince`. Absent if the function does not support
   * changes.
   */
  readonly changeCursor?: string;
  /**
   * The keys of records that are no longer selected, each as a JSON object. They are given only if `changesSince` was
   * passed, and they are read after the records. If they are absent although `changesSince` was passed, the changes are
   * not known exactly. The batch then fails, because `records` would contain all records instead of the changes.
   */
  readonly removed?: AsyncIterable<readonly RenderedRecord[]>;
  /** Closes the snapshot. A snapshot is closed exactly once, even if the attempt fails. */
  close(): Promise<void>;
}

/** The values that the head of a record can contain. */
export interface RecordHeadContext {
  readonly batchId: string;
  /**
   * The time of the snapshot as `yyyy-MM-dd HH:mm:ss` in Japanese time. The time of the snapshot is the same for all records of a
   * batch.
   */
  readonly createDate: string;
}

/** The properties that the serving side needs from a function. */
export interface BatchFunctionShape {
  /** The name is stored with each batch, so it must never change once batches exist. */
  readonly name: string;
  /** The name of the array that contains the records in an answer. */
  readonly arrayName: string;
  /** The maximum number of records in one call (default: no limit). */
  readonly maxRecordsPerGet?: number | undefined;
  /**
   * True if producing the records changes data. If a function changes data, its batches can be cancelled only before their first
   * attempt. An attempt of a function that changes data must be repeatable: it must find the work of an earlier attempt and
   * return the same results.
   */
  readonly hasEffects?: boolean;
}

/** A kind of download: it defines how records are found and rendered. The engine knows nothing else about a download. */
export interface BatchFunction<Criteria = never> extends BatchFunctionShape {
  /**
   * Returns the text at the start of a record, before the record's own bytes. Omit `recordHead` if records contain no data about
   * their batch.
   *
   * @example `{"batch_id":"7","seq":"1","create_date":"2026-11-21 09:00:00",`
   */
  readonly recordHead?: (batch: RecordHeadContext, seq: number) => string;
  /**
   * Opens a snapshot of the data.
   *
   * @param signal aborted when the attempt has lost its batch, or when the worker stops
   * @param input the bytes that came with the request, or nothing if there were none
   * @param changesSince a cursor of an earlier snapshot, if only the changes since then are wanted
   */
  open(criteria: Criteria, signal: AbortSignal, input: Uint8Array, changesSince?: string): Promise<BatchSnapshot>;
}
