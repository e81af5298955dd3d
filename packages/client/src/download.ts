import type { Page } from './read-page.js';

/** Fetches the records `seqFrom` to `seqTo`, both included, of a finished batch. */
export type FetchPage = (seqFrom: number, seqTo: number) => Promise<Page>;

/** Tells the platform that the records `seqFrom` to `seqTo`, both included, are delivered. */
export type Acknowledge = (seqFrom: number, seqTo: number) => Promise<void>;

/** What a finished batch is and how it is read. */
export interface DownloadOptions {
  readonly batchId: string;
  readonly recordCount: number;
  readonly recordsPerGet: number;
  /** First sequence number to deliver: 1, or more to go on after an interruption. */
  readonly seqFrom: number;
  readonly fetchPage: FetchPage;
  readonly acknowledge: Acknowledge;
  /** Whether iterating acknowledges each page, or only `acknowledge` all that was handed out. */
  readonly acknowledgesPages: boolean;
}

/**
 * The records of a finished batch (Spec 4.6). Iterating fetches them in pages; while one page is consumed the next one is
 * on its way, so at most two are in memory, however large the batch. Every page is checked (checksum, number of records)
 * before its first record is handed out, and fetched again if the line broke.
 *
 * Where the platform counts what was downloaded (`not_downloaded_flg`, Spec 4.8), a page is acknowledged when its consumer asks
 * beyond its last record, and what was never acknowledged is delivered again. If that fails, iterating rejects with
 * `not-acknowledged`: the records before have been handed out, and it goes on behind them with `batchId` and `seqFrom`, or with
 * them again.
 *
 * @example
 * const download = await client.download('master', { food_cat_large_code: '10' });
 * for await (const record of download) console.log(record.seq, record.catalog[0]?.item_name);
 */
export class Download<Body> implements AsyncIterable<Body> {
  readonly batchId: string;
  /** `record_count` of the batch. */
  readonly recordCount: number;
  readonly #options: DownloadOptions;
  /** Handed out and not acknowledged yet: from the first of them to the last. */
  #unacknowledged: { seqFrom: number; seqTo: number } | undefined;

  constructor(options: DownloadOptions) {
    this.batchId = options.batchId;
    this.recordCount = options.recordCount;
    this.#options = options;
  }

  /** The records, parsed one at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Body, void, undefined> {
    for await (const text of this.texts()) yield JSON.parse(text.toString('utf8')) as Body;
  }

  /** The records as the JSON texts that came over the wire, for those who only pass them on. */
  async *texts(): AsyncGenerator<Buffer, void, undefined> {
    for await (const { page, seqFrom, seqTo } of this.#pages()) {
      for (let index = 0; index < page.count; index++) yield page.record(index);
      if (!page.awaitsAcknowledgement) continue;
      this.#handedOut(seqFrom, seqTo);
      if (this.#options.acknowledgesPages) await this.acknowledge();
    }
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
    await this.#options.acknowledge(seqFrom, seqTo);
    this.#unacknowledged = undefined;
  }

  /** Whoever iterates more than once begins at the same record. */
  #handedOut(seqFrom: number, seqTo: number): void {
    const before = this.#unacknowledged ?? { seqFrom, seqTo };
    this.#unacknowledged = { seqFrom: Math.min(before.seqFrom, seqFrom), seqTo: Math.max(before.seqTo, seqTo) };
  }

  async *#pages(): AsyncGenerator<{ page: Page; seqFrom: number; seqTo: number }, void, undefined> {
    const { seqFrom, recordCount, recordsPerGet, fetchPage } = this.#options;
    const fetchFrom = (from: number) => {
      if (from > recordCount) return undefined;
      const page = fetchPage(from, Math.min(from + recordsPerGet - 1, recordCount));
      // A failure shows when the page is awaited; until then it must not count as unhandled.
      page.catch(() => undefined);
      return page;
    };
    let next = fetchFrom(seqFrom);
    for (let from = seqFrom; next !== undefined; ) {
      const page = await next;
      const range = { seqFrom: from, seqTo: from + page.count - 1 };
      from += recordsPerGet;
      next = fetchFrom(from);
      yield { page, ...range };
    }
  }
}
