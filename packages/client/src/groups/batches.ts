import type { BatchAnswer, BatchListAnswer, OwnBatch } from '@trading-platform/domain-types';
import type { BatchClient } from '../batches/batch-client.js';
import { type BatchFunctionName, batchFunctions } from '../batches/batch-function.js';
import type { BatchPosition, ResumeOptions } from '../batches/batch-options.js';
import type { Download } from '../batches/download.js';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import { List } from '../calls/list.js';
import { readLines } from '../calls/read-lines.js';
import { PlatformError, type RecordRange } from '../errors/platform-error.js';

/** The fields that identify a removed record, such as `trade_id`, with their values. */
export type RemovedKey = Readonly<Record<string, string>>;

/** A text, and the field that has it, such as `detail_list.item_name`. Without a field any value may have it. */
export interface RecordSearch {
  readonly text: string;
  readonly field?: string;
  /** Whether the whole value is the text. Otherwise the value contains it, and upper and lower case do not matter. */
  readonly isExact?: boolean;
}

/** A record that a search has found, as the download delivers it. */
export type FoundRecord = Readonly<Record<string, unknown>> & { readonly seq: string };

/** The caller's own batches, of any function. */
export class BatchCalls {
  readonly #api: DataApi;
  readonly #batches: BatchClient;

  constructor(api: DataApi, batches: BatchClient) {
    this.#api = api;
    this.#batches = batches;
  }

  /** Lists all batches, newest first. */
  list(options: CallOptions = {}): List<OwnBatch> {
    return List.byCursor(async (cursor) => {
      const path = cursor === '' ? '/batches' : `/batches?cursor=${encodeURIComponent(cursor)}`;
      const { body } = await this.#api.call({ method: 'GET', path, ...options });
      const { batch_list: elements, next_cursor: nextCursor } = body as unknown as BatchListAnswer;
      return { elements, nextCursor };
    });
  }

  /**
   * All fields of one batch: state, progress, times.
   *
   * @throws PlatformError
   */
  async get(batchId: string, { signal }: CallOptions = {}): Promise<OwnBatch> {
    const { body } = await this.#api.call({ method: 'GET', path: `/batches/${encodeURIComponent(batchId)}`, signal });
    return (body as unknown as BatchAnswer).batch;
  }

  /**
   * Cancels an unfinished batch, or discards a finished batch. The call is tried only once.
   *
   * @param options with `atOnce` the answer does not wait a fifth of a second until every process of the platform has
   * forgotten a discarded batch
   * @returns the new state, such as `cancelled`
   * @throws PlatformError
   */
  cancel(batchId: string, { atOnce = false }: { readonly atOnce?: boolean } = {}): Promise<string> {
    return this.#batches.steps.cancel(batchId, atOnce);
  }

  /**
   * Acknowledges the delivery of records, so that their slips count as downloaded. Iterating over a download
   * acknowledges records by itself. Use this method for the range in `PlatformError.unacknowledged`. May be repeated.
   *
   * @throws PlatformError `not-acknowledged`
   */
  delivered(range: RecordRange, { signal }: CallOptions = {}): Promise<void> {
    return this.#batches.acknowledge(range, signal);
  }

  /** The records of a batch of any function; the client looks the function up. */
  records(position: BatchPosition, options: ResumeOptions = {}): Download<unknown> {
    return this.#batches.resumeAny(this.#functionOf(position.batchId, options), position, options);
  }

  /**
   * The keys of records that are no longer in the result of a batch of changes: removed records, and records that no
   * longer match. A key has the fields that identify a record, such as `trade_id` and `member_code_self`. Keys are
   * delivered as they arrive. If the connection breaks, the list continues after the last delivered key.
   */
  removed(batchId: string, { signal }: CallOptions = {}): List<RemovedKey> {
    const path = `/batches/${encodeURIComponent(batchId)}/removed`;
    return new List(() => readLines<RemovedKey>(this.#api, path, signal));
  }

  /**
   * The records of a batch that have a text in a value, in their order. Each answer of the platform is the result of
   * limited work, so the first records come soon, however many records the batch has.
   */
  search(batchId: string, search: RecordSearch, { signal }: CallOptions = {}): List<FoundRecord> {
    const { text, field, isExact = false } = search;
    return List.byCursor(async (cursor) => {
      const query = new URLSearchParams({
        text,
        ...(field === undefined ? {} : { field }),
        ...(isExact ? { exact: '1' } : {}),
        ...(cursor === '' ? {} : { seq_from: cursor }),
      });
      const path = `/batches/${encodeURIComponent(batchId)}/search?${query.toString()}`;
      const { body } = await this.#api.call({ method: 'GET', path, signal });
      const { record_list: elements, next_seq: nextCursor } = body as unknown as {
        readonly record_list: readonly FoundRecord[];
        readonly next_seq: string;
      };
      return { elements, nextCursor };
    });
  }

  /**
   * The body with which an order upload or a trade update was requested, as long as its batch is kept.
   *
   * @throws PlatformError
   */
  async input(batchId: string, { signal }: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    const path = `/batches/${encodeURIComponent(batchId)}/input`;
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    return (body as unknown as { readonly input: Readonly<Record<string, unknown>> }).input;
  }

  async #functionOf(batchId: string, options: CallOptions): Promise<BatchFunctionName> {
    const { function: name } = await this.get(batchId, options);
    if (name in batchFunctions) return name as BatchFunctionName;
    throw new PlatformError(
      'answer-unexpected',
      `Batch ${batchId} is of the function ${name}, which this client does not know`,
      {
        advice: 'Use a newer version of this package.',
      },
    );
  }
}
