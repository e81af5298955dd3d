import type { BatchReader } from '../batch/batch.js';
import { unpackInput } from '../bytes/packed-input.js';
import { type BatchDetails, type DetailsRequest, findDetails } from './batch-details.js';
import type { Wait } from './batch-waits.js';
import { type CancelOptions, cancelBatch } from './cancel-batch.js';
import { type BatchStatus, checkBatch } from './check-batch.js';
import { type BatchEngineOptions, type EngineParts, enginePartsOf } from './engine-parts.js';
import { type BatchRef, type FunctionBatchRef, useBatch } from './find-batch.js';
import { type DeliveredRange, type DeliveredRequest, findDelivered } from './find-delivered.js';
import {
  type BatchLines,
  type BatchRecords,
  getRecords,
  getRemoved,
  type RecordsRequest,
  type RemovedRequest,
} from './get-lines.js';
import { type BatchRange, getRange, type RangeRequest } from './get-range.js';
import { type BatchList, type ListPage, listBatches } from './list-batches.js';
import { type BatchRequest, type RequestedBatch, requestBatch } from './request-batch.js';
import type { CacheLookups } from './segment-cache.js';
import { type WaitedStatus, waitForBatch } from './wait-for-batch.js';

/** The serving side: requests, checks and reads. Any number of them work beside any number of workers. */
export class BatchEngine {
  readonly #parts: EngineParts;

  constructor(options: BatchEngineOptions) {
    this.#parts = enginePartsOf(options);
  }

  /**
   * Adds a waiting batch. Resolves once it is durable. Repeats of an idempotency key answer the first batch.
   *
   * @throws BatchError `idempotency-mismatch`, `too-many-batches`, `too-much-stored`, `unknown-function`
   */
  request(request: BatchRequest): Promise<RequestedBatch> {
    return requestBatch(this.#parts, request);
  }

  /**
   * The state of the batch (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`
   */
  confirm(ref: FunctionBatchRef): Promise<BatchStatus> {
    return checkBatch(this.#parts, ref);
  }

  /**
   * The same once the batch has ended, or the time is over, or the caller has left. A call that waits costs a timer and an entry
   * in a table.
   *
   * @throws BatchError `unknown-batch`
   */
  wait(ref: FunctionBatchRef, wait: Wait): Promise<WaitedStatus> {
    return waitForBatch(this.#parts, ref, wait);
  }

  /** Calls that wait now. */
  get waitingCalls(): number {
    return this.#parts.waits.count;
  }

  /** Answers all calls that wait, with the state as it is, and every further one at once. */
  endWaits(): void {
    this.#parts.waits.close();
  }

  /**
   * The bytes that came with the request of a batch; empty without any.
   *
   * @throws BatchError `unknown-batch`
   */
  async input(ref: FunctionBatchRef): Promise<Uint8Array> {
    const { id } = await useBatch(this.#parts, ref);
    return unpackInput(await this.#parts.batches.readInput(id));
  }

  /**
   * The records `seqFrom` to `seqTo` in their frame; numbers beyond the last record are left out (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  range(request: RangeRequest): Promise<BatchRange> {
    return getRange(this.#parts, request);
  }

  /**
   * The whole batch or a part of it as NDJSON, one record a line, of any length.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  records(request: RecordsRequest): Promise<BatchRecords> {
    return getRecords(this.#parts, request);
  }

  /**
   * The keys of records that are no longer in the result, as NDJSON, one JSON object a line; none for a batch that is not of changes.
   *
   * @throws BatchError `unknown-batch`, `not-finished`
   */
  removed(request: RemovedRequest): Promise<BatchLines> {
    return getRemoved(this.#parts, request);
  }

  /**
   * The receipts of records that their owner holds; numbers beyond the last record are left out, as in `range`.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  delivered(request: DeliveredRequest): Promise<DeliveredRange> {
    return findDelivered(this.#parts, request);
  }

  /** The batches that somebody may read, newest first; all functions. Nobody reads the records of expired ones. */
  list(reader: BatchReader, page: ListPage): Promise<BatchList> {
    return listBatches(this.#parts, reader, page);
  }

  /**
   * Everything about one batch of the owner, whatever its function. The criteria of a removed one are undefined if they are too long to be kept.
   *
   * @throws BatchError `unknown-batch`
   */
  details(request: DetailsRequest): Promise<BatchDetails & { readonly criteria: unknown }> {
    return findDetails(this.#parts, request);
  }

  /**
   * Cancels an unfinished batch, which stays visible as cancelled. Discards a batch in a final state, which is unknown from then on;
   * whoever is reading it can go on. Calls of this and other processes that come at the same time may still find the discarded batch
   * for a moment; `atOnce` does not wait until that is over.
   *
   * @throws BatchError `unknown-batch`; `begun` for an unfinished batch that has effects
   */
  cancel(ref: BatchRef, options: CancelOptions = {}): Promise<'cancelled' | 'discarded'> {
    return cancelBatch(this.#parts, ref, options);
  }

  /** Waiting and processing batches of all owners, for metrics. */
  counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    return this.#parts.batches.counts();
  }

  /** How often segments, and batches that have ended, were found in memory. */
  get lookups(): Readonly<Record<'segments' | 'batches', CacheLookups>> {
    return { segments: this.#parts.cache.lookups, batches: this.#parts.ended.lookups };
  }

  /** Stops what runs beside the calls, and stores read times that are still in memory. Does not close the stores. */
  async close(): Promise<void> {
    this.#parts.waits.close();
    this.#parts.readers.close();
    await this.#parts.readTimes.close();
  }
}
