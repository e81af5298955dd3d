import type { BatchOwner, BatchReader } from '../batch/batch.js';
import { unpackInput } from '../bytes/packed-input.js';
import type { Reading } from '../storage/batch-store.js';
import { type BatchDetails, type DetailsRequest, findDetails } from './batch-details.js';
import type { Wait } from './batch-waits.js';
import { type CancelOptions, cancelBatch } from './cancel-batch.js';
import { type BatchStatus, checkBatch } from './check-batch.js';
import { type BatchEngineOptions, type EngineParts, enginePartsOf } from './engine-parts.js';
import { type BatchRef, type FunctionBatchRef, findFunctionName, useBatch } from './find-batch.js';
import { type DeliveredRange, type DeliveredRequest, findDelivered } from './find-delivered.js';
import { findReadings } from './find-readings.js';
import { getInputBody, type InputRequest } from './get-input.js';
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
import { type FoundRecords, type SearchRequest, searchRecords } from './search-records.js';
import type { CacheLookups } from './segment-cache.js';
import type { SendableBody } from './send-body.js';
import { type WaitedStatus, waitForBatch } from './wait-for-batch.js';

/**
 * The serving side of the engine, for calls that request, check and read batches. Any number of engines and any number of workers
 * can run at the same time.
 */
export class BatchEngine {
  readonly #parts: EngineParts;

  constructor(options: BatchEngineOptions) {
    this.#parts = enginePartsOf(options);
  }

  /**
   * Adds a waiting batch. Resolves when the batch is durably stored. If an idempotency key is repeated, the answer is the batch
   * of the first request.
   *
   * @throws BatchError `idempotency-mismatch`, `too-many-batches`, `too-much-stored`, `unknown-function`
   */
  request(request: BatchRequest): Promise<RequestedBatch> {
    return requestBatch(this.#parts, request);
  }

  /**
   * Returns the state of the batch (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`
   */
  confirm(ref: FunctionBatchRef): Promise<BatchStatus> {
    return checkBatch(this.#parts, ref);
  }

  /**
   * Returns the same status as `confirm`, but waits until the batch has ended, the time has passed, or the caller has left. Each
   * waiting call costs a timer and an entry in a table.
   *
   * @throws BatchError `unknown-batch`
   */
  wait(ref: FunctionBatchRef, wait: Wait): Promise<WaitedStatus> {
    return waitForBatch(this.#parts, ref, wait);
  }

  /** The number of calls that are waiting now. */
  get waitingCalls(): number {
    return this.#parts.waits.count;
  }

  /**
   * Takes one of the places of waiting calls for a call that does not wait for a batch. Returns the function that frees
   * the place. Returns undefined if too many calls are waiting, in total or for this caller.
   *
   * @param end called when waits must end
   */
  holdPlace(caller: BatchOwner, end: () => void): (() => void) | undefined {
    return this.#parts.waits.hold(caller, end);
  }

  /** Answers all waiting calls with the current state, and answers every later call at once. */
  endWaits(): void {
    this.#parts.waits.close();
  }

  /**
   * Returns the bytes that came with the request of a batch. If the request came without bytes, the result is empty.
   *
   * @throws BatchError `unknown-batch`
   */
  async input(ref: FunctionBatchRef): Promise<Uint8Array> {
    const { id } = await useBatch(this.#parts, ref);
    return unpackInput(await this.#parts.batches.readInput(id));
  }

  /**
   * Returns the same bytes as `input`, with the text around them, as a body for `sendBody`. The batch may belong to any
   * function. Returns undefined if the request came without bytes.
   *
   * @throws BatchError `unknown-batch`
   */
  inputBody(request: InputRequest): Promise<SendableBody | undefined> {
    return getInputBody(this.#parts, request);
  }

  /**
   * Returns the records `seqFrom` to `seqTo`, with the text around them. Numbers beyond the last record are ignored (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  range(request: RangeRequest): Promise<BatchRange> {
    return getRange(this.#parts, request);
  }

  /**
   * Returns a whole batch, or a part of it of any length, as NDJSON with one record on each line.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  records(request: RecordsRequest): Promise<BatchRecords> {
    return getRecords(this.#parts, request);
  }

  /**
   * Searches the records of a batch for a text, in limited time and with limited memory. If the time is too short, the
   * outcome names the record with which the search can continue. Returns undefined if too many searches are waiting.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  search(request: SearchRequest): Promise<FoundRecords | undefined> {
    return searchRecords(this.#parts, request);
  }

  /**
   * Returns the keys of records that are no longer in the result, as NDJSON with one JSON object on each line. A batch that does
   * not contain changes has no keys of removed records.
   *
   * @throws BatchError `unknown-batch`, `not-finished`
   */
  removed(request: RemovedRequest): Promise<BatchLines> {
    return getRemoved(this.#parts, request);
  }

  /**
   * Returns the receipts of those records that the owner confirms to have received. Numbers beyond the last record are ignored,
   * as in `range`.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  delivered(request: DeliveredRequest): Promise<DeliveredRange> {
    return findDelivered(this.#parts, request);
  }

  /**
   * Lists the batches of all functions that the caller may read. The newest batch comes first. The records of expired batches
   * cannot be read.
   */
  list(reader: BatchReader, page: ListPage): Promise<BatchList> {
    return listBatches(this.#parts, reader, page);
  }

  /**
   * Returns the name of the function to which a batch belongs.
   *
   * @throws BatchError `unknown-batch`
   */
  functionName(ref: BatchRef): Promise<string> {
    return findFunctionName(this.#parts, ref);
  }

  /**
   * Returns all facts about one batch of the owner. The batch may belong to any function. The criteria of a removed
   * batch are undefined if they are too long to be kept.
   *
   * @throws BatchError `unknown-batch`
   */
  details(request: DetailsRequest): Promise<BatchDetails & { readonly criteria: unknown }> {
    return findDetails(this.#parts, request);
  }

  /**
   * Returns the clients and users that have read records of a batch: at most 100, with the last reader first. Reads of
   * other processes are known within half a minute.
   *
   * @throws BatchError `unknown-batch`
   */
  readings(ref: BatchRef): Promise<readonly Reading[]> {
    return findReadings(this.#parts, ref);
  }

  /**
   * Cancels an unfinished batch, which then remains visible with the state `cancelled`. Discards a batch in a final
   * state, which is then no longer found. A caller that is already reading the discarded batch can continue.
   * Simultaneous calls of this process and of other processes may still find the discarded batch for a moment. With
   * `atOnce`, the call does not wait until the discarded batch is unknown everywhere.
   *
   * @throws BatchError `unknown-batch`; `begun` for an unfinished batch that has effects
   */
  cancel(ref: BatchRef, options: CancelOptions = {}): Promise<'cancelled' | 'discarded'> {
    return cancelBatch(this.#parts, ref, options);
  }

  /** Returns the number of waiting and of processing batches of all owners, for metrics. */
  counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    return this.#parts.batches.counts();
  }

  /** The number of lookups of segments and of ended batches, and the number of these lookups that were answered from memory. */
  get lookups(): Readonly<Record<'segments' | 'batches', CacheLookups>> {
    return { segments: this.#parts.cache.lookups, batches: this.#parts.ended.lookups };
  }

  /** Stops all background work, and stores read times that are still in memory. The stores of the engine are not closed. */
  async close(): Promise<void> {
    this.#parts.waits.close();
    this.#parts.readers.close();
    await this.#parts.readTimes.close();
  }
}
