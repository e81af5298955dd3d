import type { Page } from './read-page.js';

/** Fetches the records `seqFrom` to `seqTo`, both included, of a finished batch. */
export type FetchPage = (seqFrom: number, seqTo: number) => Promise<Page>;

/** What a finished batch is and how it is read. */
export interface DownloadOptions {
  readonly batchId: string;
  readonly recordCount: number;
  readonly recordsPerGet: number;
  /** First sequence number to deliver: 1, or more to go on after an interruption. */
  readonly seqFrom: number;
  readonly fetchPage: FetchPage;
}

/**
 * The records of a finished batch (Spec 4.6). Iterating fetches them in pages; while one page is consumed the next one is
 * on its way, so at most two are in memory, however large the batch. Every page is checked (checksum, number of records)
 * before its first record is handed out, and fetched again if the line broke.
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
    for await (const page of this.#pages()) {
      for (let index = 0; index < page.count; index++) yield page.record(index);
    }
  }

  async *#pages(): AsyncGenerator<Page, void, undefined> {
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
      from += recordsPerGet;
      next = fetchFrom(from);
      yield page;
    }
  }
}
