import type { Batch, BatchOwner } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import { packInput } from '../bytes/packed-input.js';
import type { AddedBatch, NewBatch } from '../storage/batch-store.js';
import { type EngineParts, functionOf, type RequestOutcome } from './engine-parts.js';
import { extendBatch } from './find-batch.js';

/** A batch that somebody wants. */
export interface BatchRequest extends BatchOwner {
  readonly functionName: string;
  /** Plain JSON; handed to the function's `open` as it is. */
  readonly criteria: unknown;
  /** Bytes that the batch is made of; handed to `open` as well. */
  readonly input?: Uint8Array;
  /** Only the changes since the batch that gave this cursor; the function must support it. */
  readonly changesSince?: string;
  /** The caller's key, and a digest of the request, by which a repeat is known from another request. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** Accepts a batch with the same `BatchSnapshot.selection` whose snapshot is no older than this. Not for changes. */
  readonly reuse?: { readonly selection: string; readonly maxAgeMs: number };
}

/** The batch that a request is answered with. */
export interface RequestedBatch {
  readonly batchId: string;
  /** The key of the request was known already. */
  readonly repeated: boolean;
  /** The age of the snapshot, where the batch is that of another request. */
  readonly reusedAgeMs?: number;
}

/** @see BatchEngine.request */
export async function requestBatch(parts: EngineParts, request: BatchRequest): Promise<RequestedBatch> {
  functionOf(parts, request.functionName);
  const { functionName, memberCode, clientId, criteria, input, changesSince, idempotency } = request;
  const trace = parts.currentTrace?.();
  const reusable = await findReusable(parts, request);
  const batch: NewBatch = {
    functionName,
    memberCode,
    clientId,
    criteria,
    requestedAt: parts.clock.now(),
    ...(changesSince === undefined ? {} : { changesSince }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(trace === undefined ? {} : { trace }),
  };
  const answer = reusable === undefined ? await addNew(parts, batch, input) : await reuse(parts, reusable, batch);
  parts.onRequested?.(functionName, outcomeOf(answer));
  return answer;
}

/** Answering with an old result counts as using it: its expiry is extended. */
async function findReusable(parts: EngineParts, request: BatchRequest): Promise<Batch | undefined> {
  const { functionName, memberCode, clientId, changesSince } = request;
  if (request.reuse === undefined || changesSince !== undefined) return undefined;
  const now = parts.clock.now();
  const { selection, maxAgeMs } = request.reuse;
  const asked = { functionName, memberCode, clientId, selection, snapshotFrom: now - maxAgeMs, now };
  const batch = await parts.batches.findReusable(asked);
  return batch !== undefined && (await extendBatch(parts, batch, now)) ? batch : undefined;
}

/** The key goes first: a known key answers its own batch, and a new one is bound to this batch. */
async function reuse({ batches, clock }: EngineParts, reusable: Batch, batch: NewBatch): Promise<RequestedBatch> {
  const { id, repeated } =
    batch.idempotency === undefined
      ? { id: reusable.id, repeated: false }
      : keptKey(await batches.bindKey(reusable.id, batch));
  if (repeated) return { batchId: String(id), repeated };
  return { batchId: String(id), repeated, reusedAgeMs: Math.max(0, clock.now() - reusable.snapshotAt!) };
}

async function addNew(parts: EngineParts, batch: NewBatch, input: Uint8Array | undefined): Promise<RequestedBatch> {
  const { id, repeated } = keptKey(await add(parts, batch, input));
  return { batchId: String(id), repeated };
}

/** A long input is not packed if its key is known already. */
async function add({ batches, limits }: EngineParts, batch: NewBatch, input: Uint8Array | undefined) {
  const limited = { ...batch, limits };
  if (input === undefined) return batches.add(limited);
  return (await batches.findKey(batch)) ?? batches.add({ ...limited, input: await packInput(input) });
}

/** @throws BatchError `idempotency-mismatch` */
function keptKey({ id, outcome }: AddedBatch): { readonly id: number; readonly repeated: boolean } {
  if (outcome === 'mismatch') {
    throw new BatchError('idempotency-mismatch', 'The Idempotency-Key was used before with another body');
  }
  return { id, repeated: outcome === 'repeated' };
}

function outcomeOf({ repeated, reusedAgeMs }: RequestedBatch): RequestOutcome {
  if (repeated) return 'repeated';
  return reusedAgeMs === undefined ? 'added' : 'reused';
}
