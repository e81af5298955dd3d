import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchReason } from '@trading-platform/domain-types';
import { type Batch, type BatchOwner, type BatchReader, parseBatchId } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import type { BatchFunctionShape } from '../batch/batch-function.js';
import { type BatchLimits, limitDefaults, type RetentionSettings, retentionDefaults } from '../batch/batch-settings.js';
import { type BatchState, isFinal } from '../batch/batch-state.js';
import { type Clock, systemClock } from '../batch/clock.js';
import type { OwnedBytes } from '../bytes/owned-bytes.js';
import { packInput, unpackInput } from '../bytes/packed-input.js';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { BatchChanges } from '../storage/batch-changes.js';
import type { AddedBatch, BatchStore, NewBatch } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { BatchWaits, type Wait } from './batch-waits.js';
import { EndedBatches } from './ended-batches.js';
import { extendedExpiry } from './extended-expiry.js';
import { frameRange, type RangeBytes, type RangeFrame } from './frame-range.js';
import { KnownLines } from './known-lines.js';
import { type LineSource, readRecords } from './read-records.js';
import { ReadTimes } from './read-times.js';
import { Readers } from './readers.js';
import { type CacheLookups, SegmentCache, SegmentMissingError } from './segment-cache.js';
import { selectRange } from './select-range.js';
import { type RangeEncoding, recordsOf, removedKeysOf } from './stored-records.js';

const defaultCacheBytes = 24 * 1024 * 1024;
const listLimitAtMost = 1000;
const defaultWaits = { inAll: 2000, perOwner: 200 };
/** Receipts of so many segments are read at once. */
const segmentsPerPortion = 4;
/** Part of the entity tag. A change that makes other bytes of the same records must change it. */
const linesTag = { gzip: 'gzip-2', identity: 'identity' } as const;

/** What the serving side works with. Stores and functions are needed. */
export interface BatchEngineOptions {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  /** Every function whose batches this engine serves; only their shape is needed. */
  readonly functions: readonly BatchFunctionShape[];
  readonly retention?: RetentionSettings;
  readonly limits?: Partial<BatchLimits>;
  /** Memory for hot segments, in bytes. Default 24 MB. */
  readonly cacheBytes?: number;
  /** Ends waits early; without it, the rows are looked at each second while calls wait. */
  readonly changes?: BatchChanges;
  /** Calls that wait at once; further ones are answered at once. Default 2,000. */
  readonly waitsAtMost?: number;
  /** Of these, calls of one member and client. Default 200. */
  readonly waitsPerOwner?: number;
  /** Told of every request that has got a batch: for metrics. */
  readonly onRequested?: (functionName: string, outcome: RequestOutcome) => void;
  /** The call under way, as a W3C `traceparent`: kept with its batch, so that attempts belong to the same trace. */
  readonly currentTrace?: () => string | undefined;
  /** Told where somebody reads the batch of another client: for the log. */
  readonly onForeignRead?: (read: ForeignRead) => void;
  readonly clock?: Clock;
}

/** Somebody reads the batch of another client of the member. */
export interface ForeignRead {
  readonly batchId: string;
  readonly memberCode: string;
  /** Whose batch it is, and who reads. */
  readonly ofClient: string;
  readonly byClient: string;
}

/** Which batch a request has got: a new one, that of its key, or an old result. */
export type RequestOutcome = 'added' | 'repeated' | 'reused';

/** A batch that somebody wants. */
export interface BatchRequest extends BatchOwner {
  readonly functionName: string;
  /** Plain JSON; handed to the function's `open` as it is. */
  readonly criteria: unknown;
  /** Bytes that the batch is made of; handed to `open` as well. */
  readonly input?: Uint8Array;
  /** Only what has changed since the batch that gave this cursor; the function must be able to tell it. */
  readonly changesSince?: string;
  /** The caller's key, and a digest of the request, which tells a repeat from another request. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** A batch with the same `BatchSnapshot.selection` does, if its snapshot is no older than this. Not for changes. */
  readonly reuse?: { readonly selection: string; readonly maxAgeMs: number };
}

/** The batch that a request is answered with. */
export interface RequestedBatch {
  readonly batchId: string;
  /** The key of the request was known already. */
  readonly repeated: boolean;
  /** How old the snapshot is of a batch of another request. */
  readonly reusedAgeMs?: number;
}

/** How a batch is cancelled. */
export interface CancelOptions {
  /** Answers while other processes may still know a discarded batch, for a fifth of a second. */
  readonly atOnce?: boolean;
}

/** A batch by its number, as its owner names it, or who may read it. For anybody else it is unknown. */
export interface BatchRef extends BatchReader {
  readonly batchId: string;
}

/** A batch of which somebody wants to know everything. */
export interface DetailsRequest extends BatchRef {
  /** Also one that has expired, as long as anything is known of it. */
  readonly expired?: boolean;
}

/** A batch of one function; with the name of another it is unknown. */
export interface FunctionBatchRef extends BatchRef {
  readonly functionName: string;
}

/** Some records of a batch, and what stands around them. */
export interface RangeRequest extends FunctionBatchRef, RangeFrame {
  /** The first and the last sequence number wanted, from 1, inclusive. */
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** The receipts of some records, in order and in portions, so that memory does not grow with their number. */
export type Receipts = AsyncIterable<readonly string[]>;

/** Records of a batch in their frame, ready to be sent. */
export interface BatchRange extends RangeBytes {
  /** The receipts of exactly these records, to be marked once they are delivered. Nothing is read before they are asked for. */
  readonly receipts: () => Receipts;
}

/** Records that their owner says it has. */
export interface DeliveredRequest extends BatchRef {
  /** The first and the last sequence number that were delivered, from 1, inclusive. */
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** Records of which their owner says that they were delivered. */
export interface DeliveredRange {
  readonly functionName: string;
  readonly receipts: () => Receipts;
}

/** What a check tells (Spec 4.6). */
export interface BatchStatus {
  readonly state: BatchState;
  /** 0 unless finished. */
  readonly recordCount: number;
  /** Of these records those that tell of an error. */
  readonly errorCount: number;
  /** Whether the batch has, or will have, only what has changed since an earlier one. */
  readonly isChanges: boolean;
  /** With `finished` and `empty`, where the function can tell changes. */
  readonly changeCursor: string | undefined;
  /** With `failed`. */
  readonly reason: string | undefined;
  /** When to ask again; undefined once the state is final. */
  readonly retryAfterSeconds: number | undefined;
}

/** What a wait tells. */
export interface WaitedStatus extends BatchStatus {
  /** Whether the call waited for as long as it wanted, or until the end. */
  readonly waited: boolean;
}

/** What the owner may know about a batch. Times are epoch milliseconds. */
export interface BatchDetails {
  readonly batchId: string;
  readonly functionName: string;
  /** Who requested it. */
  readonly clientId: string;
  readonly state: BatchState;
  readonly attempt: number;
  /** Records produced so far, and how many there will be where that is known. */
  readonly progress: { readonly recordCount: number; readonly recordsExpected: number | undefined };
  /** Of its records those that tell of an error; 0 until it has finished. */
  readonly errorCount: number;
  /** 1 for the oldest waiting batch of the member; members take turns. Only while waiting, and only in `details`. */
  readonly queuePosition: number | undefined;
  /** Whether it has not expired. */
  readonly isKept: boolean;
  readonly requestedAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly snapshotAt: number | undefined;
  readonly expiresAt: number | undefined;
  /** When `range` or `records` was last called for it, with success. Calls of other processes are known within half a minute. */
  readonly lastReadAt: number | undefined;
  /** @see BatchStatus */
  readonly isChanges: boolean;
  readonly changeCursor: string | undefined;
  /** Keys of records that are gone. */
  readonly removedCount: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
  readonly reason: string | undefined;
}

/** Which page of a list is wanted. */
export interface ListPage {
  readonly before?: string;
  readonly limit: number;
  /** Also batches that have expired, as long as anything is known of them. */
  readonly expired?: boolean;
}

/** A page of batches. */
export interface BatchList {
  readonly batches: readonly BatchDetails[];
  /** Pass as `before` to get the next page; undefined at the end. */
  readonly next: string | undefined;
}

/** A batch, or a part of it, as NDJSON. */
export interface RecordsRequest extends BatchRef {
  readonly encoding: RangeEncoding;
  /** Default 1. */
  readonly seqFrom?: number;
  /** Default: the last record. */
  readonly seqTo?: number;
}

/** The keys of what is gone, as NDJSON. */
export interface RemovedRequest extends BatchRef {
  readonly encoding: RangeEncoding;
}

/** What a batch has as NDJSON. */
export interface BatchLines {
  readonly encoding: RangeEncoding;
  /** A strong validator with its quotes: the same tag is the same bytes. */
  readonly etag: string;
  /** Known for whole batches sent as they are. */
  readonly contentLength: number | undefined;
  readonly recordCount: number;
  /** Any length at memory that does not grow with it. */
  readonly body: AsyncIterable<OwnedBytes>;
}

/** Records of a batch as NDJSON. */
export interface BatchRecords extends BatchLines {
  /** As `BatchRange.receipts`. */
  readonly receipts: () => Receipts;
}

/** The serving side: requests, checks and reads. Any number of them work beside any number of workers. */
export class BatchEngine {
  readonly #batches: BatchStore;
  readonly #segments: SegmentStore;
  readonly #functions: ReadonlyMap<string, BatchFunctionShape>;
  readonly #retention: Required<RetentionSettings>;
  readonly #limits: BatchLimits;
  readonly #cache: SegmentCache;
  readonly #lineSource: LineSource;
  readonly #onRequested: NonNullable<BatchEngineOptions['onRequested']>;
  readonly #currentTrace: BatchEngineOptions['currentTrace'];
  readonly #onForeignRead: NonNullable<BatchEngineOptions['onForeignRead']>;
  readonly #clock: Clock;
  readonly #readers: Readers;
  readonly #readTimes: ReadTimes;
  readonly #ended: EndedBatches;
  readonly #waits: BatchWaits;

  constructor(options: BatchEngineOptions) {
    this.#batches = options.batches;
    this.#segments = options.segments;
    this.#functions = new Map(options.functions.map((shape) => [shape.name, shape]));
    this.#retention = { ...retentionDefaults, ...options.retention };
    this.#limits = { ...limitDefaults, ...options.limits };
    this.#cache = new SegmentCache(options.segments, options.cacheBytes ?? defaultCacheBytes);
    this.#lineSource = { cache: this.#cache, known: new KnownLines() };
    this.#onRequested = options.onRequested ?? (() => undefined);
    this.#currentTrace = options.currentTrace;
    this.#onForeignRead = options.onForeignRead ?? (() => undefined);
    this.#clock = options.clock ?? systemClock;
    this.#readers = new Readers(options.batches, this.#clock, this.#retention.readerGraceMs);
    this.#readTimes = new ReadTimes(options.batches, this.#clock);
    this.#ended = new EndedBatches(options.batches);
    this.#waits = new BatchWaits(options.batches, options.changes, {
      inAll: options.waitsAtMost ?? defaultWaits.inAll,
      perOwner: options.waitsPerOwner ?? defaultWaits.perOwner,
    });
  }

  /**
   * Adds a waiting batch. Resolves once it is durable. Repeats of an idempotency key answer the first batch.
   *
   * @throws BatchError `idempotency-mismatch`, `too-many-batches`, `too-much-stored`, `unknown-function`
   */
  async request(request: BatchRequest): Promise<RequestedBatch> {
    this.#functionOf(request.functionName);
    const { functionName, memberCode, clientId, criteria, input, changesSince, idempotency } = request;
    const trace = this.#currentTrace?.();
    const reusable = await this.#findReusable(request);
    const batch: NewBatch = {
      functionName,
      memberCode,
      clientId,
      criteria,
      requestedAt: this.#clock.now(),
      ...(changesSince === undefined ? {} : { changesSince }),
      ...(idempotency === undefined ? {} : { idempotency }),
      ...(trace === undefined ? {} : { trace }),
    };
    const answer = reusable === undefined ? await this.#addNew(batch, input) : await this.#reuse(reusable, batch);
    this.#onRequested(functionName, outcomeOf(answer));
    return answer;
  }

  /**
   * Where the batch is (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`
   */
  async confirm(ref: FunctionBatchRef): Promise<BatchStatus> {
    return this.#statusOf(await this.#use(ref));
  }

  /**
   * The same once the batch has ended, or the time is over, or the caller has left. A call that waits costs a timer and an entry
   * in a table.
   *
   * @throws BatchError `unknown-batch`
   */
  async wait(ref: FunctionBatchRef, wait: Wait): Promise<WaitedStatus> {
    const waiter = this.#waits.enter(parseBatchId(ref.batchId) ?? 0, ref, wait);
    try {
      const now = await this.confirm(ref);
      if (isFinal(now.state)) return { ...now, waited: true };
      const over = await waiter?.over;
      if (over === undefined || over === 'left') return { ...now, waited: false };
      return { ...(await this.confirm(ref)), waited: over !== 'closed' };
    } finally {
      waiter?.leave();
    }
  }

  /** How often segments, and batches that have ended, were found in memory. */
  get lookups(): Readonly<Record<'segments' | 'batches', CacheLookups>> {
    return { segments: this.#cache.lookups, batches: this.#ended.lookups };
  }

  /** Calls that wait now. */
  get waitingCalls(): number {
    return this.#waits.count;
  }

  /** Answers all calls that wait, with the state as it is, and every further one at once. */
  endWaits(): void {
    this.#waits.close();
  }

  /**
   * The bytes that came with the request of a batch; empty without any.
   *
   * @throws BatchError `unknown-batch`
   */
  async input(ref: FunctionBatchRef): Promise<Uint8Array> {
    const { id } = await this.#use(ref);
    return unpackInput(await this.#batches.readInput(id));
  }

  /**
   * The records `seqFrom` to `seqTo` in their frame; what lies beyond the last record is left out (Spec 4.6).
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  async range(request: RangeRequest): Promise<BatchRange> {
    const { maxRecordsPerGet } = this.#functionOf(request.functionName);
    const batch = await this.#use(request);
    assertReadable(batch);
    const { seqFrom, seqTo } = request;
    assertRange(seqFrom, seqTo);
    if (maxRecordsPerGet !== undefined && seqTo - seqFrom >= maxRecordsPerGet) {
      throw new BatchError('range-invalid', `One call gets at most ${maxRecordsPerGet} records`);
    }
    const last = Math.min(seqTo, batch.recordCount) - 1;
    const selected = await selectRange(this.#cache, recordsOf(batch), seqFrom - 1, last, request.encoding);
    const bytes = frameRange(selected, request);
    this.#readTimes.note(batch.id);
    return {
      ...bytes,
      body: bytes.buffers === undefined ? this.#readers.during(batch.id, bytes.body) : bytes.body,
      receipts: () => this.#receipts(batch, seqFrom - 1, last),
    };
  }

  /** The batches that somebody may read, newest first; all functions. Nobody reads the records of those that have expired. */
  async list(reader: BatchReader, page: ListPage): Promise<BatchList> {
    const limit = Math.min(Math.max(1, page.limit), listLimitAtMost);
    const before = page.before === undefined ? undefined : (parseBatchId(page.before) ?? 0);
    const now = this.#clock.now();
    const found = await this.#batches.list(reader, {
      limit: limit + 1,
      now,
      expired: page.expired === true,
      ...(before === undefined ? {} : { before }),
    });
    const batches = found.slice(0, limit);
    return {
      batches: batches.map((batch) => this.#detailsOf(batch, now)),
      next: found.length > limit ? String(batches.at(-1)!.id) : undefined,
    };
  }

  /**
   * Everything about one batch of the owner, whatever its function. The criteria of a removed one are undefined if they are too long to be kept.
   *
   * @throws BatchError `unknown-batch`
   */
  async details({ expired = false, ...ref }: DetailsRequest): Promise<BatchDetails & { readonly criteria: unknown }> {
    const batch = expired ? await this.#findExpired(ref) : await this.#find(ref);
    const position = batch.state === 'waiting' ? (await this.#batches.countWaitingBefore(batch.id)) + 1 : undefined;
    return { ...this.#detailsOf(batch, this.#clock.now()), queuePosition: position, criteria: batch.criteria };
  }

  /**
   * The whole batch or a part of it as NDJSON, one record a line, of any length.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  async records(request: RecordsRequest): Promise<BatchRecords> {
    const batch = await this.#use(request);
    assertReadable(batch);
    const seqFrom = request.seqFrom ?? 1;
    const seqTo = request.seqTo ?? Math.max(seqFrom, batch.recordCount);
    assertRange(seqFrom, seqTo);
    const first = seqFrom - 1;
    const last = Math.min(seqTo, batch.recordCount) - 1;
    const { encoding } = request;
    const recordCount = Math.max(0, last - first + 1);
    this.#readTimes.note(batch.id);
    return {
      encoding,
      etag: `"${batch.id}-${batch.attempt}-${first + 1}-${last + 1}-${linesTag[encoding]}"`,
      contentLength: encoding === 'identity' ? ndjsonLength(batch, recordCount) : undefined,
      recordCount,
      body: this.#readers.during(batch.id, readRecords(this.#lineSource, recordsOf(batch), first, last, encoding)),
      receipts: () => this.#receipts(batch, first, last),
    };
  }

  /**
   * The keys of records that are no longer in the result, as NDJSON, one JSON object a line; none for a batch that is not of changes.
   *
   * @throws BatchError `unknown-batch`, `not-finished`
   */
  async removed({ encoding, ...ref }: RemovedRequest): Promise<BatchLines> {
    const batch = await this.#use(ref);
    assertReadable(batch);
    const stored = removedKeysOf(batch);
    const last = stored.recordCount - 1;
    return {
      encoding,
      etag: `"${batch.id}-${batch.attempt}-removed-${linesTag[encoding]}"`,
      contentLength: encoding === 'identity' ? linesLength(stored.recordCount, stored.bytes.identity) : undefined,
      recordCount: stored.recordCount,
      body: this.#readers.during(batch.id, readRecords(this.#lineSource, stored, 0, last, encoding)),
    };
  }

  /**
   * The receipts of records that their owner holds; what lies beyond the last record is left out, as in `range`.
   *
   * @throws BatchError `unknown-batch`, `not-finished`, `range-invalid`
   */
  async delivered(request: DeliveredRequest): Promise<DeliveredRange> {
    const batch = await this.#use({ ...request, memberWide: false });
    assertReadable(batch);
    const { seqFrom, seqTo } = request;
    assertRange(seqFrom, seqTo);
    const last = Math.min(seqTo, batch.recordCount) - 1;
    return { functionName: batch.functionName, receipts: () => this.#receipts(batch, seqFrom - 1, last) };
  }

  /**
   * Cancels an unfinished batch, which stays visible as cancelled. Discards one in a final state, which is unknown from then on;
   * whoever is reading it can go on. Calls of this and other processes that come at the same time may still find the discarded one
   * for a moment; `atOnce` does not wait until they do not.
   *
   * @throws BatchError `unknown-batch`; `begun` for an unfinished batch that has effects
   */
  async cancel(ref: BatchRef, { atOnce = false }: CancelOptions = {}): Promise<'cancelled' | 'discarded'> {
    const { id, functionName, state } = await this.#find({ ...ref, memberWide: false });
    const now = this.#clock.now();
    const unbegun = this.#functions.get(functionName)?.hasEffects === true;
    const expiresAt = now + this.#retention.retentionMs;
    if (await this.#batches.cancel(id, { now, expiresAt, unbegun })) return 'cancelled';
    if (unbegun && !isFinal(state)) throw new BatchError('begun', 'The batch has begun: it can no longer be cancelled');
    await this.#batches.setExpiry(id, { now, expiresAt: now });
    this.#ended.forget(id);
    if (!atOnce) await this.#ended.forgottenEverywhere();
    return 'discarded';
  }

  /** Waiting and processing batches of all owners, for metrics. */
  counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    return this.#batches.counts();
  }

  /** Stops what runs beside the calls, and stores what it still knows of reads. Does not close the stores. */
  async close(): Promise<void> {
    this.#waits.close();
    this.#readers.close();
    await this.#readTimes.close();
  }

  #functionOf(name: string): BatchFunctionShape {
    const shape = this.#functions.get(name);
    if (shape === undefined) throw new BatchError('unknown-function', `No function is registered as ${name}`);
    return shape;
  }

  /** An old result counts as used when it is answered, so that its expiry is extended. */
  async #findReusable(request: BatchRequest): Promise<Batch | undefined> {
    const { functionName, memberCode, clientId, changesSince, reuse } = request;
    if (reuse === undefined || changesSince !== undefined) return undefined;
    const now = this.#clock.now();
    const { selection, maxAgeMs } = reuse;
    const asked = { functionName, memberCode, clientId, selection, snapshotFrom: now - maxAgeMs, now };
    const batch = await this.#batches.findReusable(asked);
    return batch !== undefined && (await this.#extend(batch, now)) ? batch : undefined;
  }

  /** A key goes first: one that is known answers its own batch, and a new one belongs to this batch from now on. */
  async #reuse(reusable: Batch, batch: NewBatch): Promise<RequestedBatch> {
    const { id, repeated } =
      batch.idempotency === undefined
        ? { id: reusable.id, repeated: false }
        : keptKey(await this.#batches.bindKey(reusable.id, batch));
    if (repeated) return { batchId: String(id), repeated };
    return { batchId: String(id), repeated, reusedAgeMs: Math.max(0, this.#clock.now() - reusable.snapshotAt!) };
  }

  async #addNew(batch: NewBatch, input: Uint8Array | undefined): Promise<RequestedBatch> {
    const { id, repeated } = keptKey(await this.#add(batch, input));
    return { batchId: String(id), repeated };
  }

  /** A long input is not packed where its key is known already. */
  async #add(batch: NewBatch, input: Uint8Array | undefined): Promise<AddedBatch> {
    const limited = { ...batch, limits: this.#limits };
    if (input === undefined) return this.#batches.add(limited);
    return (await this.#batches.findKey(batch)) ?? this.#batches.add({ ...limited, input: await packInput(input) });
  }

  #detailsOf(batch: Batch, now: number): BatchDetails {
    return { ...detailsOf(batch, now), lastReadAt: this.#readTimes.latest(batch) };
  }

  #statusOf(batch: Batch): BatchStatus {
    const { state, reason, recordCount, errorCount, requestedAt } = batch;
    return {
      state,
      recordCount: state === 'finished' ? recordCount : 0,
      errorCount: state === 'finished' ? errorCount : 0,
      isChanges: batch.changesSince !== undefined,
      changeCursor: batch.changeCursor,
      reason: state === 'failed' ? (reason ?? batchReason.notProduced) : undefined,
      retryAfterSeconds: isFinal(state) ? undefined : retryAfterSeconds(this.#clock.now() - requestedAt),
    };
  }

  /** The batch, if it exists, belongs to the caller and has not expired. */
  async #find(ref: BatchRef): Promise<Batch> {
    const id = parseBatchId(ref.batchId);
    return this.#owned(ref, id === undefined ? undefined : await this.#batches.find(id));
  }

  /** The same, or what is left of it. */
  async #findExpired(ref: BatchRef): Promise<Batch> {
    const id = parseBatchId(ref.batchId) ?? 0;
    const batch = (await this.#batches.find(id)) ?? (await this.#batches.findRemoved(id, this.#clock.now()));
    return this.#ownedAnyTime(ref, batch);
  }

  /** The same, and a check or get keeps the batch longer. */
  async #use(ref: BatchRef & { readonly functionName?: string }): Promise<Batch> {
    const now = this.#clock.now();
    const id = parseBatchId(ref.batchId);
    const batch = this.#owned(ref, id === undefined ? undefined : await this.#ended.find(id, now));
    await this.#extend(batch, now);
    return batch;
  }

  /** Keeps the batch longer, if it is time to; false for one that has expired meanwhile. */
  async #extend(batch: Batch, now: number): Promise<boolean> {
    const expiresAt = extendedExpiry(batch, now, this.#retention);
    if (expiresAt === undefined) return true;
    const isExtended = await this.#batches.setExpiry(batch.id, { now, expiresAt });
    this.#ended.forget(batch.id);
    return isExtended;
  }

  #owned(ref: BatchRef & { readonly functionName?: string }, batch: Batch | undefined): Batch {
    const isKept = batch?.expiresAt === undefined || batch.expiresAt > this.#clock.now();
    return this.#ownedAnyTime(ref, isKept ? batch : undefined);
  }

  #ownedAnyTime(ref: BatchRef & { readonly functionName?: string }, batch: Batch | undefined): Batch {
    if (
      batch === undefined ||
      batch.memberCode !== ref.memberCode ||
      (batch.clientId !== ref.clientId && ref.memberWide !== true) ||
      (ref.functionName !== undefined && batch.functionName !== ref.functionName)
    ) {
      throw new BatchError('unknown-batch', 'The batch is unknown or has expired');
    }
    const { clientId: ofClient, memberCode } = batch;
    if (ofClient !== ref.clientId) {
      this.#onForeignRead({ batchId: ref.batchId, memberCode, ofClient, byClient: ref.clientId });
    }
    return batch;
  }

  async *#receipts(batch: Batch, first: number, last: number): Receipts {
    const lastSegment = Math.floor(last / recordsPerSegment);
    for (let start = first; start <= last; ) {
      const from = Math.floor(start / recordsPerSegment);
      const to = Math.min(from + segmentsPerPortion - 1, lastSegment);
      const lists = await this.#segments.readReceipts(batch, from, to);
      if (lists.length !== to - from + 1)
        throw new SegmentMissingError(`Receipts of segments ${from} to ${to} are gone`);
      const offset = from * recordsPerSegment;
      yield lists.flat().slice(start - offset, last - offset + 1);
      start = (to + 1) * recordsPerSegment;
      // A store that reads synchronously must not hold up everything else.
      await nextTurn();
    }
  }
}

/** @throws BatchError `idempotency-mismatch` */
function keptKey({ id, outcome }: AddedBatch): { readonly id: number; readonly repeated: boolean } {
  if (outcome === 'mismatch') {
    throw new BatchError('idempotency-mismatch', 'The Idempotency-Key was used before with another body');
  }
  return { id, repeated: outcome === 'repeated' };
}

function outcomeOf({ repeated, reusedAgeMs }: RequestedBatch): RequestOutcome {
  if (repeated) return 'repeated';
  return reusedAgeMs === undefined ? 'added' : 'reused';
}

/** Quick at first, calmer the longer it takes. */
function retryAfterSeconds(ageMs: number): number {
  return Math.min(30, Math.max(1, Math.floor(ageMs / 10_000)));
}

function assertReadable({ state }: Batch): void {
  if (state === 'finished' || state === 'empty') return;
  throw new BatchError('not-finished', `There is nothing to get: the batch is ${state}`, { state });
}

function assertRange(seqFrom: number, seqTo: number): void {
  if (Number.isSafeInteger(seqFrom) && Number.isSafeInteger(seqTo) && seqFrom >= 1 && seqTo >= seqFrom) return;
  throw new BatchError('range-invalid', 'seq_from starts at 1 and is not greater than seq_to');
}

function ndjsonLength(batch: Batch, recordCount: number): number | undefined {
  if (recordCount === 0) return 0;
  return recordCount === batch.recordCount ? linesLength(recordCount, batch.rawBytes) : undefined;
}

/** Records with their commas are as long as their lines but for the last newline. */
function linesLength(recordCount: number, rawBytes: number): number {
  return recordCount === 0 ? 0 : rawBytes + 1;
}

function detailsOf(batch: Batch, now: number): Omit<BatchDetails, 'lastReadAt'> {
  const { id, functionName, clientId, state, attempt, recordCount, recordsExpected } = batch;
  const { requestedAt, startedAt, endedAt, snapshotAt, expiresAt, rawBytes, storedBytes, reason } = batch;
  return {
    batchId: String(id),
    functionName,
    clientId,
    state,
    attempt,
    progress: { recordCount, recordsExpected },
    errorCount: batch.errorCount,
    queuePosition: undefined,
    isKept: expiresAt === undefined || expiresAt > now,
    requestedAt,
    startedAt,
    endedAt,
    snapshotAt,
    expiresAt,
    isChanges: batch.changesSince !== undefined,
    changeCursor: batch.changeCursor,
    removedCount: batch.removedCount,
    rawBytes,
    storedBytes,
    reason,
  };
}
