import { type BatchCancelAnswer, batchFlg } from '@trading-platform/domain-types';
import { type DataAnswer, DataApi, unexpectedAnswer } from '../calls/data-api.js';
import { PlatformError } from '../errors/platform-error.js';
import { throwIfAborted } from '../wire/aborted.js';
import { readEnvelope } from '../wire/envelope.js';
import { sleep } from '../wire/sleep.js';
import { type BatchFunction, type BatchFunctionName, batchFunctions } from './batch-function.js';
import type { BatchOptions, BatchRequestOptions, FinishedBatch, Progress } from './batch-options.js';
import { isApplied, preferHeader } from './preferences.js';

const defaultBatchTimeoutSeconds = 3_600;
/**
 * A request waits at most this long for the end of its batch. Then its answer contains only the number of the batch, so
 * that the batch can be cancelled or resumed.
 */
const requestWaitSeconds = 1;
/** How long the platform may wait before it answers a check. The time is short if the caller watches the progress. */
const checkWaitSeconds = { calm: 30, watched: 2 } as const;
/**
 * The pauses between checks if the platform answers at once. The first pauses are short, because small batches end
 * soon.
 */
const checkPauses = { firstMs: 100, growth: 1.5, longestMs: 5_000 } as const;

/** A requested batch, which has a number and may already be finished. */
interface RequestedBatch {
  readonly batchId: string;
  readonly changesOnly: boolean;
  readonly finished: FinishedBatch | undefined;
}

/** Makes the first two of the three steps: `request` and `check` (Spec 4.6). */
export class BatchSteps {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  /**
   * Requests a batch and waits until it is finished. If the signal aborts before that, the batch is cancelled. A
   * download whose batch fails is requested once more (Spec 3), unless the caller has set a key.
   *
   * @throws PlatformError
   */
  async make(name: BatchFunctionName, request: object, options: BatchRequestOptions): Promise<FinishedBatch> {
    try {
      return await this.#makeOnce(name, request, options);
    } catch (error) {
      // A failed batch is requested again only once. A failed upload or update is never repeated, because it may have
      // changed data. If the platform no longer knows the changes since a cursor, it makes a full batch.
      const isAgain = batchFunctions[name].hasEffects !== true && options.idempotencyKey === undefined;
      if (!isAgain || !(error instanceof PlatformError) || error.code !== 'batch-failed') throw error;
      return this.#makeOnce(name, request, options);
    }
  }

  async #makeOnce(name: BatchFunctionName, request: object, options: BatchRequestOptions): Promise<FinishedBatch> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    let requested: RequestedBatch | undefined;
    throwIfAborted(options.signal);
    try {
      requested = await this.#request(name, request, { ...options, idempotencyKey });
      return requested.finished ?? (await this.wait(name, requested.batchId, options, requested.changesOnly));
    } catch (error) {
      if (options.signal?.aborted === true) {
        await this.#giveUp(name, request, idempotencyKey, requested).catch(() => undefined);
      }
      throw error;
    }
  }

  /**
   * Waits until a batch is finished.
   *
   * @throws PlatformError
   */
  async wait(
    name: BatchFunctionName,
    batchId: string,
    options: BatchOptions,
    changesOnly = false,
  ): Promise<FinishedBatch> {
    const { signal, onProgress, batchTimeoutSeconds = defaultBatchTimeoutSeconds } = options;
    const deadline = performance.now() + batchTimeoutSeconds * 1_000;
    let pauseMs: number = checkPauses.firstMs;
    for (;;) {
      const leftSeconds = Math.max(1, Math.ceil((deadline - performance.now()) / 1_000));
      const waitSeconds = Math.min(
        leftSeconds,
        onProgress === undefined ? checkWaitSeconds.calm : checkWaitSeconds.watched,
      );
      const started = performance.now();
      const answer = await this.#api.call({
        path: batchFunctions[name].paths.check,
        body: { batch_id: batchId },
        headers: preferHeader({ wait: waitSeconds }),
        waitSeconds,
        signal,
      });
      const finished = finishedBatch(batchFunctions[name], batchId, answer, changesOnly);
      if (finished !== undefined) return finished;
      if (performance.now() > deadline) {
        throw new PlatformError('timeout', `Batch ${batchId} is not finished after ${batchTimeoutSeconds} s`, {
          batchId,
        });
      }
      if (onProgress !== undefined) onProgress(await this.#progress(batchId, signal));
      // If the platform has answered without holding the call, the client waits before it checks again.
      if (performance.now() - started > (waitSeconds * 1_000) / 2) continue;
      await sleep(Math.min(pauseMs, Math.max(0, deadline - performance.now())), signal);
      pauseMs = Math.min(pauseMs * checkPauses.growth, checkPauses.longestMs);
    }
  }

  /** Cancels an unfinished batch, or discards a finished batch. The call is tried only once. */
  async cancel(batchId: string, atOnce: boolean): Promise<string> {
    const { body } = await this.#api.callOnce({
      method: 'DELETE',
      path: `/batches/${encodeURIComponent(batchId)}`,
      headers: preferHeader({ wait: atOnce ? 0 : undefined }),
    });
    return (body as unknown as BatchCancelAnswer).outcome;
  }

  async #request(name: BatchFunctionName, request: object, options: BatchRequestOptions): Promise<RequestedBatch> {
    const { idempotencyKey = '', reuseSeconds, changesSince, onProgress, signal } = options;
    const path = batchFunctions[name].paths.request;
    const preferences = { wait: requestWaitSeconds, reuse: reuseSeconds, 'changes-since': changesSince };
    const answer = await this.#api.call({
      path,
      body: request,
      // With a key, a request whose answer was lost can be repeated without a second batch.
      headers: { 'idempotency-key': idempotencyKey, ...preferHeader(preferences) },
      waitSeconds: requestWaitSeconds,
      signal,
    });
    const batchId = answer.body['batch_id'];
    if (typeof batchId !== 'string') throw unexpectedAnswer({ address: path, status: 200 });
    const changesOnly = isApplied(answer.headers, 'changes-since');
    onProgress?.({ batchId, phase: 'waiting', done: 0, total: undefined, queuePosition: undefined, bytes: 0 });
    const isHeld = answer.body['batch_flg'] !== undefined;
    const finished = isHeld ? finishedBatch(batchFunctions[name], batchId, answer, changesOnly) : undefined;
    return { batchId, changesOnly, finished };
  }

  /**
   * Cancels an abandoned batch, so that the batches behind it in the queue need not wait for it. If the answer to the
   * request for this batch is still missing, another request with the same key gets the number of the batch.
   */
  async #giveUp(
    name: BatchFunctionName,
    request: object,
    idempotencyKey: string,
    requested: RequestedBatch | undefined,
  ): Promise<void> {
    const { paths } = batchFunctions[name];
    const batchId =
      requested?.batchId ??
      (
        await this.#api.callOnce({
          path: paths.request,
          body: request,
          headers: { 'idempotency-key': idempotencyKey },
        })
      ).body['batch_id'];
    await this.cancel(String(batchId), true);
  }

  async #progress(batchId: string, signal: AbortSignal | undefined): Promise<Progress> {
    const path = `/batches/${encodeURIComponent(batchId)}`;
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    const { batch = {} } = body as { batch?: Readonly<Record<string, string>> };
    return {
      batchId,
      phase: batch['state'] === 'waiting' ? 'waiting' : 'producing',
      done: count(batch['record_count']) ?? 0,
      total: count(batch['records_expected']),
      queuePosition: count(batch['queue_position']),
      bytes: 0,
    };
  }
}

/** @throws PlatformError `batch-aborted`, `batch-failed` */
function finishedBatch(
  { paths }: BatchFunction,
  batchId: string,
  { body, headers }: DataAnswer,
  isKnownAsChanges: boolean,
): FinishedBatch | undefined {
  const { batch_flg: state, record_count: countText } = body;
  switch (state) {
    case batchFlg.waiting:
    case batchFlg.processing:
      return undefined;
    case batchFlg.finished:
    case batchFlg.empty: {
      const recordCount = state === batchFlg.empty ? 0 : count(countText);
      if (recordCount === undefined) throw unexpectedAnswer({ address: paths.check, status: 200 });
      return {
        batchId,
        recordCount,
        errorCount: count(body['error_count']) ?? 0,
        changeCursor: headers.get('x-change-cursor') ?? undefined,
        changesOnly: isKnownAsChanges || isApplied(headers, 'changes-since'),
        ageSeconds: count(headers.get('age')),
      };
    }
    case batchFlg.cancelled:
      throw new PlatformError('batch-aborted', `Batch ${batchId} was aborted`, { batchId });
    case batchFlg.failed:
      throw batchFailed(batchId, body);
    default:
      throw unexpectedAnswer({ address: paths.check, status: 200 });
  }
}

function batchFailed(batchId: string, body: object): PlatformError {
  const { errors, requestId } = readEnvelope(new TextEncoder().encode(JSON.stringify(body)));
  const reason = errors.map(({ error_detail: detail }) => detail).join('; ') || 'no reason given';
  return new PlatformError('batch-failed', `Batch ${batchId} failed: ${reason}`, { requestId, errors, batchId });
}

function count(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
