import { type BatchOwner, parseBatchId } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { SegmentMissingError } from './segment-cache.js';

/** The stores from which receipts are read. */
export interface ReceiptStores {
  readonly batches: Pick<BatchStore, 'find'>;
  readonly segments: Pick<SegmentStore, 'readReceipts'>;
}

/** Some records of a finished batch of one owner. */
export interface WantedReceipts extends BatchOwner {
  readonly functionName: string;
  readonly batchId: string;
  /** The numbers of the records, counted from 1. */
  readonly seqs: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the receipts of some records, by their numbers. Numbers beyond the last record are left out.
 *
 * @throws BatchError `unknown-batch`, `not-finished`
 */
export async function findReceipts(
  { batches, segments }: ReceiptStores,
  { memberCode, clientId, functionName, batchId, seqs, now }: WantedReceipts,
): Promise<ReadonlyMap<number, string>> {
  const id = parseBatchId(batchId);
  const batch = id === undefined ? undefined : await batches.find(id);
  const isOwn = batch?.memberCode === memberCode && batch.clientId === clientId && batch.functionName === functionName;
  if (!isOwn || (batch.expiresAt ?? Number.POSITIVE_INFINITY) <= now) {
    throw new BatchError('unknown-batch', 'The batch is unknown or has expired');
  }
  const { state } = batch;
  if (state !== 'finished' && state !== 'empty') {
    throw new BatchError('not-finished', `There is nothing to get: the batch is ${state}`, { state });
  }
  const wanted = seqs.filter((seq) => seq >= 1 && seq <= batch.recordCount);
  const found = new Map<number, string>();
  for (const [number, ofSegment] of Map.groupBy(wanted, (seq) => Math.floor((seq - 1) / recordsPerSegment))) {
    // oxlint-disable-next-line no-await-in-loop
    const [receipts] = await segments.readReceipts(batch, number, number);
    if (receipts === undefined) throw new SegmentMissingError(`Receipts of segment ${number} are gone`);
    for (const seq of ofSegment) found.set(seq, receipts[(seq - 1) % recordsPerSegment]!);
  }
  return found;
}
