import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, BatchError, type BatchStatus } from '@trading-platform/batch-engine';
import type { UploadResult } from '@trading-platform/domain-types';
import { OrderStore, orderUpload, takenOrders } from '@trading-platform/ordering';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import { type CheckAnswer, checkAnswer, type RequestAnswer } from '../../batches/batch-answers.js';
import { ownerOf } from '../../batches/batch-owner.js';
import { type BatchCall, DownloadSteps, refOf } from '../../batches/download-steps.js';
import { HeldAnswers } from '../../batches/held-answers.js';
import { readIdempotencyKey } from '../../batches/idempotency-key.js';
import type { PassedOnBody } from '../../http/passed-on-body.js';

/** Performs the steps request, check and get of an order upload (Spec 4.11). */
@Injectable()
export class OrderUploadSteps {
  constructor(
    private readonly steps: DownloadSteps,
    private readonly held: HeldAnswers,
    private readonly engine: BatchEngine,
    private readonly orders: OrderStore,
  ) {}

  /** The orders are passed on as bytes, because parsing them into values would delay other calls. */
  async request(body: PassedOnBody, call: BatchCall): Promise<RequestAnswer> {
    const batchId = await this.#add(body, call);
    body.release();
    const status = await this.held.statusIfWaiting(refOf(orderUpload, batchId, call), call);
    return { batch_id: batchId, ...(status === undefined ? {} : uploadCheckAnswer(status)) };
  }

  async check({ batch_id }: BatchCheckRequest, call: BatchCall): Promise<CheckAnswer> {
    return uploadCheckAnswer(await this.held.status(refOf(orderUpload, batch_id, call), call));
  }

  /** A failed upload has no records, but the results of the orders that were accepted before the failure can be read. */
  async get(range: BatchGetRequest, call: BatchCall): Promise<void> {
    try {
      await this.steps.get(orderUpload, range, call);
    } catch (error) {
      if (!(error instanceof BatchError) || error.state !== 'failed') throw error;
      await call.reply.send({ result_list: await this.#taken(range, call.caller) });
    }
  }

  async #add(body: PassedOnBody, { caller, request }: BatchCall): Promise<string> {
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    const { batchId } = await this.engine.request({
      ...ownerOf(caller),
      functionName: orderUpload.name,
      criteria: orderUpload.criteria(caller, new Date()),
      input: body.bytes(),
      ...(key === undefined ? {} : { idempotency: { key, digest: body.digest() } }),
    });
    return batchId;
  }

  async #taken(range: BatchGetRequest, caller: AccessTokenClaims): Promise<readonly UploadResult[]> {
    const ref = { ...ownerOf(caller), functionName: orderUpload.name, batchId: range.batch_id };
    const places = { from: Number(range.seq_from), to: Number(range.seq_to) };
    return takenOrders(this.orders, caller.memberCode, await this.engine.input(ref), places);
  }
}

function uploadCheckAnswer(status: BatchStatus): CheckAnswer & { readonly error_count: string } {
  return { ...checkAnswer(status), error_count: String(status.errorCount) };
}
