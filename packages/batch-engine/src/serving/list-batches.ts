import { type BatchReader, parseBatchId } from '../batch/batch.js';
import { type BatchDetails, detailsOf } from './batch-details.js';
import type { EngineParts } from './engine-parts.js';

const listLimitAtMost = 1000;

/** The page of a list that is requested. */
export interface ListPage {
  readonly before?: string;
  readonly limit: number;
  /** If true, batches that have expired are also listed, as long as anything is known about them. */
  readonly expired?: boolean;
}

/** One page of a list of batches. */
export interface BatchList {
  readonly batches: readonly BatchDetails[];
  /** The value to pass as `before` to get the next page, or undefined at the end of the list. */
  readonly next: string | undefined;
}

/** @see BatchEngine.list */
export async function listBatches(parts: EngineParts, reader: BatchReader, page: ListPage): Promise<BatchList> {
  const limit = Math.min(Math.max(1, page.limit), listLimitAtMost);
  const before = page.before === undefined ? undefined : (parseBatchId(page.before) ?? 0);
  const now = parts.clock.now();
  const found = await parts.batches.list(reader, {
    limit: limit + 1,
    now,
    expired: page.expired === true,
    ...(before === undefined ? {} : { before }),
  });
  const batches = found.slice(0, limit);
  return {
    batches: batches.map((batch) => detailsOf(parts, batch, now)),
    next: found.length > limit ? String(batches.at(-1)!.id) : undefined,
  };
}
