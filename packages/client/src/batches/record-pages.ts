import { errorCode } from '@trading-platform/domain-types';
import type { DataApi } from '../calls/data-api.js';
import { PlatformError } from '../errors/platform-error.js';
import { AnswerTooLarge } from '../wire/exchange.js';
import type { BatchFunction } from './batch-function.js';
import type { FetchOptions } from './batch-options.js';
import { preferHeader } from './preferences.js';
import { corrupt, type Page, readPage } from './read-page.js';

export interface RecordPagesOptions extends FetchOptions {
  readonly api: DataApi;
  readonly batchFunction: BatchFunction;
  readonly batchId: string;
  readonly seqFrom: number;
  readonly recordCount: number;
  readonly signal: AbortSignal | undefined;
}

/** A page with the range of its records. */
export interface RecordPage extends Page {
  readonly seqFrom: number;
  readonly seqTo: number;
  /** Makes the memory of this page available to a later page. After that, the records of this page must not be used. */
  readonly release: () => void;
}

interface Fetching {
  readonly to: number;
  readonly page: Promise<RecordPage>;
}

const defaultRecordsPerGet = 10_000;
const defaultBytesPerGet = 4 * 1_048_576;
/** The first page is small, because the size of the records is not known yet. */
const firstRecordsPerGet = 250;
/** A page may be larger than desired by up to this factor. A page that is even larger is requested in parts. */
const mostOversize = 8;
const growth = 8;
const mostParallelGets = 16;

/**
 * The records of a finished batch in pages, in order. While one page is consumed, the next pages are fetched: at most
 * `parallelGets` pages in addition to the page of the consumer. The number of records of a page depends on the size of
 * earlier records, the limit of the installation (E000011), and the desired size.
 */
export class RecordPages {
  readonly #options: RecordPagesOptions;
  readonly #bytesPerGet: number;
  /** Memory of pages that the consumer has released. */
  readonly #released: Uint8Array[] = [];
  #most: number;
  #width: number;

  constructor(options: RecordPagesOptions) {
    this.#options = options;
    this.#bytesPerGet = Math.max(1, options.bytesPerGet ?? defaultBytesPerGet);
    this.#most = Math.max(1, Math.trunc(options.recordsPerGet ?? defaultRecordsPerGet));
    this.#width = Math.min(this.#most, firstRecordsPerGet);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordPage, void, undefined> {
    const { seqFrom, recordCount, parallelGets = 1 } = this.#options;
    const parallel = Math.min(mostParallelGets, Math.max(1, Math.trunc(parallelGets)));
    const underWay: Fetching[] = [];
    let next = seqFrom;
    const fill = () => {
      while (underWay.length < parallel && next <= recordCount) {
        const to = Math.min(next + this.#width - 1, recordCount);
        underWay.push(this.#start(next, to));
        next = to + 1;
      }
    };
    for (fill(); underWay.length > 0; ) {
      const { to, page: fetching } = underWay.shift() as Fetching;
      const page = await fetching;
      this.#learn(page);
      if (page.seqTo < to) underWay.unshift(this.#start(page.seqTo + 1, to));
      fill();
      yield page;
    }
  }

  #start(from: number, to: number): Fetching {
    const page = this.#fetchFirst(from, to);
    // The error is reported when the page is awaited. Until then the rejection must not count as unhandled.
    page.catch(() => undefined);
    return { to, page };
  }

  /** Fetches the range. If it is too large for one answer, fetches only its beginning. */
  async #fetchFirst(from: number, to: number): Promise<RecordPage> {
    for (let last = Math.min(to, from + this.#width - 1); ; ) {
      try {
        return await this.#fetch(from, last);
      } catch (error) {
        const width = narrower(error, last - from + 1);
        if (width === undefined) throw error;
        if (!(error instanceof AnswerTooLarge)) this.#most = Math.min(this.#most, width);
        this.#width = Math.min(this.#width, width);
        last = from + width - 1;
      }
    }
  }

  #fetch(seqFrom: number, seqTo: number): Promise<RecordPage> {
    const { api, batchFunction, batchId, signal } = this.#options;
    const { paths, arrayName, isMarked } = batchFunction;
    const wanted = seqTo - seqFrom + 1;
    const call = {
      path: paths.get,
      body: { batch_id: batchId, seq_from: String(seqFrom), seq_to: String(seqTo) },
      headers: isMarked ? preferHeader({ delivery: 'acknowledged' }) : {},
      mostBytes: wanted === 1 ? undefined : this.#bytesPerGet * mostOversize,
      signal,
    };
    return api.repeated(async () => {
      const answer = await api.send({ ...call, memory: this.#released.pop() });
      if (answer.status !== 200) api.accepted(answer);
      const page = readPage(answer, arrayName, wanted);
      const count = page.records.length;
      const release = () => this.#release(new Uint8Array(answer.body.buffer));
      if (count === wanted) return { ...page, seqFrom, seqTo, release };
      throw corrupt(answer, `The records ${seqFrom} to ${seqTo} were asked for, and ${count} came`);
    }, call);
  }

  /** If a single page was far too large, its memory is not kept for later pages. */
  #release(memory: Uint8Array): void {
    if (memory.length <= this.#bytesPerGet * mostOversize) this.#released.push(memory);
  }

  #learn({ bytes, records }: Page): void {
    const fitting = Math.floor(this.#bytesPerGet / (bytes / Math.max(1, records.length)));
    this.#width = Math.max(1, Math.min(this.#most, fitting, this.#width * growth));
  }
}

/** If too many records were requested, returns the smaller number to request next. */
function narrower(error: unknown, width: number): number | undefined {
  if (width === 1) return undefined;
  const half = Math.ceil(width / 2);
  if (error instanceof AnswerTooLarge) return half;
  if (!(error instanceof PlatformError) || error.errorCode !== errorCode.rangeInvalid) return undefined;
  const limit = Number(/\d+/.exec(error.errors[0]?.error_detail ?? '')?.[0] ?? Number.NaN);
  return limit >= 1 && limit < width ? limit : half;
}
