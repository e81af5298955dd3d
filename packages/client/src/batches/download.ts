import { decodeText } from '../wire/envelope.js';
import { EventLoop } from '../wire/event-loop.js';
import type { BatchPosition, FetchOptions, FinishedBatch, Progress } from './batch-options.js';
import type { RecordPage } from './record-pages.js';

/** Records, each with a line end. */
export interface RecordLines {
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly records: number;
}

/** What a download needs from the client. */
export interface DownloadParts {
  /** Has begun already. */
  readonly finished: Promise<FinishedBatch>;
  /** First sequence number to deliver. */
  readonly seqFrom: number;
  readonly fetchPages: (batch: FinishedBatch, seqFrom: number) => AsyncIterable<RecordPage>;
  /** Tells the platform that the records, both ends included, are delivered. */
  readonly acknowledge: (batchId: string, seqFrom: number, seqTo: number) => Promise<void>;
  readonly acknowledgedBy: FetchOptions['acknowledge'];
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/**
 * The records of a batch (Spec 4.6), from its request on. The request is sent at once; `ready` resolves when the batch is finished, and
 * iterating waits for that by itself. Records are fetched in pages; while one page is consumed the next one is on its way, so memory
 * does not grow with the batch. Every page is checked (checksum, number of records) before its first record is handed out, and fetched
 * again if the line broke: every record comes exactly once, in order, and none comes damaged.
 *
 * Where the platform counts what was downloaded (`not_downloaded_flg`, Spec 4.8), a page is acknowledged when its consumer asks
 * beyond its last record, and what was never acknowledged is delivered again. If that fails, iterating rejects with
 * `not-acknowledged`: the records before have been handed out.
 *
 * Iterating again begins at the first record.
 *
 * @example
 * for await (const record of client.master.download({ food_cat_large_code: '10' })) {
 *   console.log(record.seq, record.catalog[0]?.item_name);
 * }
 */
export class Download<Body> implements AsyncIterable<Body> {
  /** Resolves when the batch is finished. Rejects with what iterating rejects with. */
  readonly ready: Promise<FinishedBatch>;
  readonly #parts: DownloadParts;
  #batch: FinishedBatch | undefined;
  #next: number;
  /** Handed out and not acknowledged yet: from the first of them to the last. */
  #unacknowledged: { seqFrom: number; seqTo: number } | undefined;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
    this.#next = parts.seqFrom;
    this.ready = parts.finished.then((batch) => {
      this.#batch = batch;
      return batch;
    });
    // Whoever iterates or awaits learns of a failure; nobody else has to.
    this.ready.catch(() => undefined);
  }

  /** The first record that has not been dealt with: `resume` goes on there. Undefined until the batch is finished. */
  get position(): Required<BatchPosition> | undefined {
    return this.#batch && { batchId: this.#batch.batchId, seqFrom: this.#next };
  }

  /** The records, parsed one at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Body, void, undefined> {
    const eventLoop = new EventLoop();
    for await (const { records, seqFrom, release } of this.#pages()) {
      this.#next = seqFrom;
      for (const record of records) {
        yield JSON.parse(decodeText(record)) as Body;
        this.#next++;
        if (eventLoop.isTurnDue) await eventLoop.turn();
      }
      release();
    }
  }

  /**
   * The records as lines of JSON (NDJSON), page by page: the quickest way into a file. The bytes of a page are good until the next one is
   * asked for.
   */
  async *lines(): AsyncGenerator<RecordLines, void, undefined> {
    for await (const page of this.#pages()) {
      this.#next = page.seqFrom;
      yield { text: page.records.toLines(), records: page.records.length };
      this.#next = page.seqTo + 1;
      page.release();
    }
  }

  /** The records as the bytes of their JSON texts, for those who only pass them on. */
  async *texts(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const { records, seqFrom } of this.#pages()) {
      this.#next = seqFrom;
      for (const record of records) {
        yield record;
        this.#next++;
      }
    }
  }

  /** All records at once, for batches that are known to be small. */
  async toArray(): Promise<Body[]> {
    const all: Body[] = [];
    for await (const record of this) all.push(record);
    return all;
  }

  /**
   * Acknowledges all pages that have been handed out to their last record; does nothing where the platform does not ask for it. For
   * those who said `acknowledge: 'by-caller'`, once they keep the records. May be repeated.
   *
   * @throws PlatformError `not-acknowledged`
   */
  async acknowledge(): Promise<void> {
    if (this.#unacknowledged === undefined) return;
    const { seqFrom, seqTo } = this.#unacknowledged;
    const { batchId } = await this.ready;
    await this.#parts.acknowledge(batchId, seqFrom, seqTo);
    this.#unacknowledged = undefined;
  }

  /** The pages, each of which is acknowledged when the next one is asked for. */
  async *#pages(): AsyncGenerator<RecordPage, void, undefined> {
    const { fetchPages, seqFrom, acknowledgedBy, onProgress } = this.#parts;
    const batch = await this.ready;
    const { batchId, recordCount: total } = batch;
    let bytes = 0;
    for await (const page of fetchPages(batch, seqFrom)) {
      bytes += page.bytes;
      onProgress?.({ batchId, phase: 'fetching', done: page.seqTo, total, queuePosition: undefined, bytes });
      yield page;
      if (!page.awaitsAcknowledgement) continue;
      this.#handedOut(page);
      if (acknowledgedBy !== 'by-caller') await this.acknowledge();
    }
  }

  /** Whoever iterates more than once begins at the same record. */
  #handedOut({ seqFrom, seqTo }: { seqFrom: number; seqTo: number }): void {
    const before = this.#unacknowledged ?? { seqFrom, seqTo };
    this.#unacknowledged = { seqFrom: Math.min(before.seqFrom, seqFrom), seqTo: Math.max(before.seqTo, seqTo) };
  }
}
