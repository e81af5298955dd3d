import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, BatchError, type BatchFunctionShape, type BatchStatus } from '@trading-platform/batch-engine';
import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import type { PlacesOfElements } from '@trading-platform/ordering';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import type { PassedOnBody } from '../http/passed-on-body.js';
import { languageAskedBy } from '../http/wording.js';
import { type CheckAnswer, checkAnswer, type RequestAnswer } from './batch-answers.js';
import { ownerOf } from './batch-owner.js';
import { type BatchCall, DownloadSteps, refOf } from './download-steps.js';
import { HeldAnswers, type OpenCall } from './held-answers.js';
import { readIdempotencyKey } from './idempotency-key.js';

/** The maximum size of the body of an upload or of an update, in bytes (Spec 7, E700006). */
export const inputBodyBytes = 16 * 1_048_576;

/** A function whose batches keep the body of their request as input. */
export interface InputFunction extends BatchFunctionShape {
  /** The results are stored with the batch. `language` is the language of the errors in these results. */
  readonly criteria: (caller: AccessTokenClaims, acceptedAt: Date, language?: ErrorLanguage) => object;
}

/** Finds the results of the elements that were accepted before the batch failed. */
export type FindTaken = (input: Uint8Array, places: PlacesOfElements) => Promise<readonly object[]>;

/** The steps request, check and get of the functions that take orders or changes of slips (Spec 4.11). */
@Injectable()
export class InputSteps {
  constructor(
    private readonly steps: DownloadSteps,
    private readonly held: HeldAnswers,
    private readonly engine: BatchEngine,
  ) {}

  /** The elements are passed on as bytes, because parsing them into values would delay other calls. */
  async request(served: InputFunction, body: PassedOnBody, call: BatchCall): Promise<RequestAnswer> {
    const batchId = await this.#add(served, body, call);
    body.release();
    const status = await this.held.statusIfWaiting(refOf(served, batchId, call), call);
    return { batch_id: batchId, ...(status === undefined ? {} : checkAnswerWithErrors(status, call)) };
  }

  async check(served: InputFunction, { batch_id }: BatchCheckRequest, call: BatchCall): Promise<CheckAnswer> {
    return checkAnswerWithErrors(await this.held.status(refOf(served, batch_id, call), call), call);
  }

  /** A failed batch has no records, but the results of the elements that were accepted before the failure can be read. */
  async get(served: InputFunction, range: BatchGetRequest, call: BatchCall, findTaken: FindTaken): Promise<void> {
    try {
      await this.steps.get(served, range, call);
    } catch (error) {
      if (!(error instanceof BatchError) || error.state !== 'failed') throw error;
      const ref = { ...ownerOf(call.caller), functionName: served.name, batchId: range.batch_id };
      const places = { from: Number(range.seq_from), to: Number(range.seq_to) };
      await call.reply.send({ [served.arrayName]: await findTaken(await this.engine.input(ref), places) });
    }
  }

  async #add(served: InputFunction, body: PassedOnBody, { caller, request }: BatchCall): Promise<string> {
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    const { batchId } = await this.engine.request({
      ...ownerOf(caller),
      functionName: served.name,
      criteria: served.criteria(caller, new Date(), languageAskedBy(request)),
      input: body.bytes(),
      ...(key === undefined ? {} : { idempotency: { key, digest: body.digest() } }),
    });
    return batchId;
  }
}

function checkAnswerWithErrors(status: BatchStatus, call: OpenCall): CheckAnswer & { readonly error_count: string } {
  return { ...checkAnswer(status, call), error_count: String(status.errorCount) };
}
