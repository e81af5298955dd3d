import { type BatchReader, parseBatchId } from '../batch/batch.js';
import { type BatchDetails, detailsOf } from './batch-details.js';
import type { EngineParts } from './engine-parts.js';

const listLimitAtMost = 1000;

/** Which page of a list is wanted. */
export interface ListPage {
  readonly before?: string;
  readonly limit: number;
  /** Also batches that have expired, as long as anything is known about them. */
  readonly expired?: boolean;
}

/** A page of batches. */
export interface BatchList {
  readonly batches: readonly BatchDetails[];
  /** Pass as `before` to get the next page; undefined at the end. */
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
