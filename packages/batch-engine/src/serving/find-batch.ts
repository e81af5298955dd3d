import { type Batch, type BatchReader, parseBatchId } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import type { EngineParts } from './engine-parts.js';
import { extendedExpiry } from './extended-expiry.js';
import type { ReadNote } from './read-times.js';

/** The number of a batch, and the caller that owns or reads it. For any other caller, the batch is unknown. */
export interface BatchRef extends BatchReader {
  readonly batchId: string;
}

/** A batch of one function. If a request names another function, the batch is unknown. */
export interface FunctionBatchRef extends BatchRef {
  readonly functionName: string;
}

/**
 * Describes a read: for whom a call reads which records, counted from 0. Returns undefined if the call reads no
 * records.
 */
export function readNote({ clientId, userId }: BatchReader, first: number, last: number): ReadNote | undefined {
  if (last < first) return undefined;
  return { clientId, ...(userId === undefined ? {} : { userId }), seqFrom: first + 1, seqTo: last + 1 };
}

type AnyRef = BatchRef & { readonly functionName?: string };

/**
 * Returns the batch if it exists, belongs to the caller and has not expired.
 *
 * @throws BatchError `unknown-batch`
 */
export async function findBatch(parts: EngineParts, ref: BatchRef): Promise<Batch> {
  const id = parseBatchId(ref.batchId);
  return owned(parts, ref, id === undefined ? undefined : await parts.batches.find(id));
}

/**
 * Returns the batch like `findBatch`. For an expired batch, returns the facts that are still stored.
 *
 * @throws BatchError `unknown-batch`
 */
export async function findExpiredBatch(parts: EngineParts, ref: BatchRef): Promise<Batch> {
  const id = parseBatchId(ref.batchId) ?? 0;
  const batch = (await parts.batches.find(id)) ?? (await parts.batches.findRemoved(id, parts.clock.now()));
  return ownedAnyTime(parts, ref, batch);
}

/**
 * Returns the same batch as `findBatch` and extends its expiry, for a check or a get call.
 *
 * @throws BatchError `unknown-batch`
 */
export async function useBatch(parts: EngineParts, ref: AnyRef): Promise<Batch> {
  const now = parts.clock.now();
  const id = parseBatchId(ref.batchId);
  const batch = owned(parts, ref, id === undefined ? undefined : await parts.ended.find(id, now));
  await extendBatch(parts, batch, now);
  return batch;
}

/**
 * Returns the name of the function of a batch. Unlike the other searches, this one is not reported as a read.
 *
 * @throws BatchError `unknown-batch`
 */
export async function findFunctionName(parts: EngineParts, ref: BatchRef): Promise<string> {
  const id = parseBatchId(ref.batchId);
  const batch = id === undefined ? undefined : await parts.ended.find(id, parts.clock.now());
  return owned({ ...parts, onForeignRead: undefined }, ref, batch).functionName;
}

/**
 * Returns the same batch as `useBatch`, if its records can be read.
 *
 * @throws BatchError `unknown-batch`, `not-finished`
 */
export async function useReadableBatch(parts: EngineParts, ref: AnyRef): Promise<Batch> {
  const batch = await useBatch(parts, ref);
  const { state } = batch;
  if (state === 'finished' || state === 'empty') return batch;
  throw new BatchError('not-finished', `There is nothing to get: the batch is ${state}`, { state });
}

/** Extends the expiry of the batch if it is near. If the batch has expired in the meantime, returns false. */
export async function extendBatch({ batches, ended, retention }: EngineParts, batch: Batch, now: number) {
  const expiresAt = extendedExpiry(batch, now, retention);
  if (expiresAt === undefined) return true;
  const isExtended = await batches.setExpiry(batch.id, { now, expiresAt });
  ended.forget(batch.id);
  return isExtended;
}

function owned(parts: EngineParts, ref: AnyRef, batch: Batch | undefined): Batch {
  const isKept = batch?.expiresAt === undefined || batch.expiresAt > parts.clock.now();
  return ownedAnyTime(parts, ref, isKept ? batch : undefined);
}

function ownedAnyTime({ onForeignRead }: EngineParts, ref: AnyRef, batch: Batch | undefined): Batch {
  if (
    batch === undefined ||
    batch.memberCode !== ref.memberCode ||
    (batch.clientId !== ref.clientId && ref.memberWide !== true) ||
    (ref.functionName !== undefined && batch.functionName !== ref.functionName)
  ) {
    throw new BatchError('unknown-batch', 'The batch is unknown or has expired');
  }
  const { clientId: ofClient, memberCode } = batch;
  if (ofClient !== ref.clientId) {
    onForeignRead?.({ batchId: ref.batchId, memberCode, ofClient, byClient: ref.clientId });
  }
  return batch;
}
