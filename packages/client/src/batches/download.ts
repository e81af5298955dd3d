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

/** Dependencies of a download. */
export interface DownloadParts {
  /** Resolves when the batch is finished. The batch has already been requested. */
  readonly finished: Promise<FinishedBatch>;
  /** First sequence number to deliver. */
  readonly seqFrom: number;
  readonly fetchPages: (batch: FinishedBatch, seqFrom: number) => AsyncIterable<RecordPage>;
  /** Acknowledges the delivery of the records from the first to the last number, including both. */
  readonly acknowledge: (batchId: string, seqFrom: number, seqTo: number) => Promise<void>;
  readonly acknowledgedBy: FetchOptions['acknowledge'];
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/**
 * The records of a requested batch (Spec 4.6). The request is sent at once. `ready` resolves when the batch is
 * finished. Iteration waits for the batch by itself. Records are fetched in pages, and the next page is fetched while
 * one page is consumed, so memory does not grow with the batch. The checksum and the number of records of a page are
 * checked before its first record is delivered, and a page is fetched again if the connection broke. So every record
 * comes exactly once, in order and undamaged. If the platform marks downloaded records (`not_downloaded_flg`, Spec 4.8),
 * a page is acknowledged when the consumer asks for the first record after the page. Unacknowledged records are
 * delivered again. If an acknowledgement fails, iteration rejects with `not-acknowledged`, after the records were
 * delivered. A second iteration starts at the first record.
 *
 * @example
 * for await (const record of client.master.download({ food_cat_large_code: '10' })) {
 *   console.log(record.seq, record.catalog[0]?.item_name);
 * }
 */
export class Download<Body> implements AsyncIterable<Body> {
  /** Resolves when the batch is finished. Rejects with the same error as iteration. */
  readonly ready: Promise<FinishedBatch>;
  readonly #parts: DownloadParts;
  #batch: FinishedBatch | undefined;
  #next: number;
  /** The range of the records that were delivered but are not acknowledged yet. */
  #unacknowledged: { seqFrom: number; seqTo: number } | undefined;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
    this.#next = parts.seqFrom;
    this.ready = parts.finished.then((batch) => {
      this.#batch = batch;
      return batch;
    });
    // An error is reported by iteration or `ready`; a caller need not use both.
    this.ready.catch(() => undefined);
  }

  /**
   * The position of the first unprocessed record, from which `resume` continues. Undefined until the batch is finished.
   */
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
   * The records as lines of JSON (NDJSON), page by page. This is the fastest way to write a file. The bytes of a page
   * are valid until the next page is requested.
   */
  async *lines(): AsyncGenerator<RecordLines, void, undefined> {
    for await (const page of this.#pages()) {
      this.#next = page.seqFrom;
      yield { text: page.records.toLines(), records: page.records.length };
      this.#next = page.seqTo + 1;
      page.release();
    }
  }

  /** The bytes of each record's JSON text, for programs that only pass them on. */
  async *texts(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const { records, seqFrom } of this.#pages()) {
      this.#next = seqFrom;
      for (const record of records) {
        yield record;
        this.#next++;
      }
    }
  }

  /** All records at once, for small batches. */
  async toArray(): Promise<Body[]> {
    const all: Body[] = [];
    for await (const record of this) all.push(record);
    return all;
  }

  /**
   * Acknowledges all pages whose last record was delivered. Does nothing if the platform requires no acknowledgement.
   * With `acknowledge: 'by-caller'`, call this method after you have stored the records. The call may be repeated.
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

  /** The pages. Each page is acknowledged when the next page is requested. */
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

  /** The range does not shrink when a second iteration delivers the same records again. */
  #handedOut({ seqFrom, seqTo }: { seqFrom: number; seqTo: number }): void {
    const before = this.#unacknowledged ?? { seqFrom, seqTo };
    this.#unacknowledged = { seqFrom: Math.min(before.seqFrom, seqFrom), seqTo: Math.max(before.seqTo, seqTo) };
  }
}
