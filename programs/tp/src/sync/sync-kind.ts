import { randomUUID } from 'node:crypto';
import {
  type FinishedBatch,
  type PlatformClient,
  PlatformError,
  type Progress,
  type RecordLines,
} from '@trading-platform/client';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { type Calls, callsOf, isGone, requestBatch } from '../downloads/record-source.js';
import { commandDigest } from '../files/download-state.js';
import type { Copy, RecordsAside, Removals } from './copy.js';
import type { BatchInWork, KindState } from './copy-state.js';
import { inPieces, pieceBytes } from './in-pieces.js';

/** Inputs of one round of a kind. */
export interface KindWork {
  readonly copy: Copy;
  readonly client: PlatformClient;
  readonly kind: DownloadName;
  readonly request: object;
  /** If true, all records are loaded even if changes would be enough. */
  readonly isFull: boolean;
  readonly recordsPerGet?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Receives work for which the round need not wait. The promise of this work never rejects. */
  readonly beside: (work: Promise<unknown>) => void;
  /** Reports everything except the outcome. */
  readonly tell: (text: string) => void;
}

/** The result of a round. */
export interface KindRound {
  readonly kind: DownloadName;
  readonly isFull: boolean;
  /** Records that this run added or replaced. */
  readonly written: number;
  /** Records that were removed, if known. */
  readonly removed: number | undefined;
  /** Records that do not fit the copy, including records of earlier rounds. */
  readonly aside: RecordsAside;
}

const noLines: RecordLines = { text: new Uint8Array(), records: 0 };

/** The maximum number of batches in one round. A batch can expire, be cancelled or fail before its records are read. */
const mostBatches = 4;

/** Brings the copy of one kind up to date. If an earlier call was interrupted, this call resumes its work. */
export async function syncKind(work: KindWork): Promise<KindRound> {
  return new KindSync(work).run();
}

class KindSync {
  readonly #work: KindWork;
  readonly #calls: Calls;
  #state: KindState = { criteria: '', layout: '', load: 0 };
  #written = 0;

  constructor(work: KindWork) {
    this.#work = work;
    this.#calls = callsOf(work.client, work.kind);
  }

  async run(): Promise<KindRound> {
    await this.#takeUp();
    await this.#acknowledge();
    // A batch without a known number counts too, because its request may have arrived. A request with the same key then
    // returns this batch.
    const isOfEarlierRun = this.#state.batch !== undefined;
    const round = await this.#takeAnyBatch();
    if (!isOfEarlierRun) return round;
    // The copy has now the data of the earlier batch, so newer changes are fetched too.
    const newer = await this.#takeAnyBatch();
    const removed =
      round.removed === undefined || newer.removed === undefined ? undefined : round.removed + newer.removed;
    return { ...newer, isFull: round.isFull || newer.isFull, removed };
  }

  /** Copies the records of a batch. If the batch has disappeared, requests a new batch. */
  async #takeAnyBatch(): Promise<KindRound> {
    for (let batches = 1; ; batches++) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one batch takes the place of the other
        return await this.#takeBatch();
      } catch (error) {
        if (!isGone(error) || batches === mostBatches) throw error;
        // oxlint-disable-next-line no-await-in-loop
        await this.#save(withoutBatch(this.#state));
      }
    }
  }

  /** Resumes the work of an earlier round if its criteria are the same. */
  async #takeUp(): Promise<void> {
    const { copy, kind, request, isFull } = this.#work;
    const layout = copy.layoutOf(kind);
    const criteria = commandDigest({ kind, request, layout });
    const found = await copy.stateOf(kind);
    if (found?.layout !== layout) {
      this.#state = { criteria, layout, load: 0, ...unacknowledgedOf(found) };
      return copy.makeAnew(kind, this.#state);
    }
    this.#state = found;
    if (found.criteria === criteria && !isFull) return;
    await this.#save({ ...withoutCursor(found), criteria });
  }

  async #save(state: KindState): Promise<void> {
    await this.#work.copy.save(this.#work.kind, state);
    this.#state = state;
  }

  async #takeBatch(): Promise<KindRound> {
    const { copy, kind } = this.#work;
    const finished = await this.#finished();
    const isFull = !finished.changesOnly;
    const gone = isFull ? 'what is of older loads' : await this.#removed(finished);
    if (gone === undefined) {
      await this.#save(withoutCursor(this.#state));
      return this.#takeBatch();
    }
    const last = await this.#write(finished, isFull);
    const { criteria, layout, load } = this.#state;
    const { askedAt } = this.#batch();
    const { batchId, recordCount, changeCursor } = finished;
    const state: KindState = {
      criteria,
      layout,
      load: this.#batch().load ?? load,
      currentTo: askedAt,
      ...(changeCursor === undefined ? {} : { cursor: changeCursor }),
      ...(downloads[kind].isMarked && recordCount > 0 ? { unacknowledged: { batchId, recordCount } } : {}),
    };
    const removed = await copy.finish(kind, { lines: last, gone }, state);
    this.#state = state;
    this.#written += last.records;
    await this.#acknowledge();
    if (recordCount > 0) this.#discard(batchId);
    return { kind, isFull, written: this.#written, removed, aside: await copy.aside(kind) };
  }

  #batch(): BatchInWork {
    const { batch } = this.#state;
    if (batch === undefined) throw new Error('There is no batch in work');
    return batch;
  }

  /** The batch that is already being copied, or a new batch. Resolves when the records of the batch can be fetched. */
  async #finished(): Promise<FinishedBatch> {
    const { request, signal, onProgress } = this.#work;
    const known = this.#state.batch;
    if (known?.batchId !== undefined)
      return this.#calls.resume({ batchId: known.batchId }, { signal, onProgress }).ready;
    const { cursor } = this.#state;
    if (known === undefined) await this.#save({ ...this.#state, batch: newBatch(cursor) });
    const { requestKey, since } = this.#batch();
    let saved = Promise.resolve();
    const onNumber = (batchId: string) => {
      if (this.#batch().batchId === batchId) return;
      this.#state = { ...this.#state, batch: { ...this.#batch(), batchId } };
      saved = this.#save(this.#state);
      // The error is reported below.
      saved.catch(() => undefined);
    };
    try {
      return await requestBatch(this.#calls, request, {
        requestKey,
        changesSince: since,
        signal,
        onNumber,
        onProgress,
      });
    } finally {
      await saved;
    }
  }

  /** Undefined if there are so many changes that a full load is not more expensive. */
  async #removed({ batchId, recordCount }: FinishedBatch): Promise<Removals | undefined> {
    const { client, copy, signal } = this.#work;
    const { removed_count: removedCount } = await client.batches.get(batchId, { signal });
    const count = Number(removedCount);
    if (count + recordCount > copy.mostChanges) return undefined;
    return { count, keys: () => client.batches.removed(batchId, { signal }).pages() };
  }

  /** @returns the last records, which are written together with the removals */
  async #write({ batchId, recordCount }: FinishedBatch, isFull: boolean): Promise<RecordLines> {
    const { copy, kind, signal, onProgress, recordsPerGet } = this.#work;
    const { position } = this.#batch();
    this.#state = {
      ...this.#state,
      batch: { ...this.#batch(), load: this.#batch().load ?? this.#state.load + (isFull ? 1 : 0) },
    };
    if (position >= recordCount) return noLines;
    const how = { bytesPerGet: pieceBytes, acknowledge: 'by-caller' } as const;
    const options = { signal, onProgress, recordsPerGet, ...how };
    const batch = this.#calls.resume({ batchId, seqFrom: position + 1 }, options);
    for await (const lines of inPieces(batch.lines())) {
      signal.throwIfAborted();
      if (this.#batch().position + lines.records >= recordCount) return lines;
      await this.#writePiece(copy, kind, lines);
    }
    throw new RangeError(`${this.#batch().position} records came instead of ${recordCount}`);
  }

  async #writePiece(copy: Copy, kind: DownloadName, lines: RecordLines): Promise<void> {
    const batch = this.#batch();
    const state = { ...this.#state, batch: { ...batch, position: batch.position + lines.records } };
    await copy.write(kind, lines, state);
    this.#state = state;
    this.#written += lines.records;
  }

  /**
   * Acknowledges copied records; such records are not delivered again. If the platform no longer knows the batch, they
   * are delivered again.
   */
  async #acknowledge(): Promise<void> {
    const { unacknowledged, ...rest } = this.#state;
    if (unacknowledged === undefined) return;
    const { batchId, recordCount } = unacknowledged;
    const { client, signal, tell } = this.#work;
    try {
      await client.batches.delivered({ batchId, seqFrom: 1, seqTo: recordCount }, { signal });
    } catch (error) {
      if (!(error instanceof PlatformError) || !isGone(error.cause ?? error)) throw error;
      tell(`${error.reason}. They are in the copy, but the platform counts them as not downloaded.`);
    }
    await this.#save(rest);
  }

  /** Discards a batch that has been copied and is no longer needed. If this fails, it does no harm. */
  #discard(batchId: string): void {
    const { client, beside } = this.#work;
    beside(client.batches.cancel(batchId, { atOnce: true }).catch(() => undefined));
  }
}

function newBatch(since: string | undefined): BatchInWork {
  const batch = { requestKey: randomUUID(), askedAt: new Date().toISOString(), position: 0 };
  return since === undefined ? batch : { ...batch, since };
}

/** Records of an unfinished load already have its number, so the next load needs a new number. */
function withoutBatch({ batch, ...state }: KindState): KindState {
  return { ...state, load: batch?.load ?? state.load };
}

function withoutCursor(state: KindState): KindState {
  const { cursor: _, ...rest } = withoutBatch(state);
  return rest;
}

function unacknowledgedOf(state: KindState | undefined): Pick<KindState, 'unacknowledged'> {
  return state?.unacknowledged === undefined ? {} : { unacknowledged: state.unacknowledged };
}
