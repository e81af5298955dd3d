import type { Batch, BatchOwner } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import { packInput } from '../bytes/packed-input.js';
import type { AddedBatch, NewBatch } from '../storage/batch-store.js';
import { type EngineParts, functionOf, type RequestOutcome } from './engine-parts.js';
import { extendBatch } from './find-batch.js';

/** A request for a batch. */
export interface BatchRequest extends BatchOwner {
  readonly functionName: string;
  /** The id of the user for whom the client requests the batch, if there is one. */
  readonly userId?: string;
  /** The criteria as plain JSON, which are passed unchanged to the function's `open`. */
  readonly criteria: unknown;
  /** The input from which the batch is made. The input is passed to `open` as well. */
  readonly input?: Uint8Array;
  /** A cursor from an earlier batch, if only the changes since that batch are requested. The function must support changes. */
  readonly changesSince?: string;
  /**
   * The idempotency key of the caller, and a digest of the request. The digest distinguishes a repeated request from a different
   * request.
   */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /**
   * The conditions for using an earlier batch: it must have the same `BatchSnapshot.selection`, and its snapshot must not be
   * older than the given age. A request for changes cannot reuse an earlier batch.
   */
  readonly reuse?: { readonly selection: string; readonly maxAgeMs: number };
}

/** The batch that answers a request. */
export interface RequestedBatch {
  readonly batchId: string;
  /** Whether the key of the request was already known. */
  readonly repeated: boolean;
  /** The age of the snapshot, if the answer is the batch of another request. */
  readonly reusedAgeMs?: number;
}

/** @see BatchEngine.request */
export async function requestBatch(parts: EngineParts, request: BatchRequest): Promise<RequestedBatch> {
  functionOf(parts, request.functionName);
  const { functionName, memberCode, clientId, userId, criteria, input, changesSince, idempotency } = request;
  const trace = parts.currentTrace?.();
  const reusable = await findReusable(parts, request);
  const batch: NewBatch = {
    functionName,
    memberCode,
    clientId,
    criteria,
    requestedAt: parts.clock.now(),
    ...(userId === undefined ? {} : { userId }),
    ...(changesSince === undefined ? {} : { changesSince }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(trace === undefined ? {} : { trace }),
  };
  const answer = reusable === undefined ? await addNew(parts, batch, input) : await reuse(parts, reusable, batch);
  parts.onRequested?.(functionName, outcomeOf(answer));
  return answer;
}

/** If a request is answered with an earlier batch, the batch counts as used, so its expiry is extended. */
async function findReusable(parts: EngineParts, request: BatchRequest): Promise<Batch | undefined> {
  const { functionName, memberCode, clientId, changesSince } = request;
  if (request.reuse === undefined || changesSince !== undefined) return undefined;
  const now = parts.clock.now();
  const { selection, maxAgeMs } = request.reuse;
  const asked = { functionName, memberCode, clientId, selection, snapshotFrom: now - maxAgeMs, now };
  const batch = await parts.batches.findReusable(asked);
  return batch !== undefined && (await extendBatch(parts, batch, now)) ? batch : undefined;
}

/** A known key leads to its own batch, and a new key is bound to the earlier batch that answers this request. */
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

/** The key is looked up first, because a long input need not be compressed if its key is already known. */
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
