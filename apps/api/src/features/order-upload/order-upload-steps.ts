import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, BatchError } from '@trading-platform/batch-engine';
import type { UploadResult } from '@trading-platform/domain-types';
import { OrderStore, orderUpload, takenOrders } from '@trading-platform/ordering';
import type { BatchCheckRequest, BatchGetRequest, JudgedBody } from '@trading-platform/validation';
import type { FastifyReply } from 'fastify';
import { checkAnswer } from '../../batches/batch-answers.js';
import { ownerOf } from '../../batches/batch-owner.js';
import { type BatchCall, DownloadSteps } from '../../batches/download-steps.js';
import { readIdempotencyKey } from '../../batches/idempotency-key.js';

/** Request, check and get of order uploads (Spec 4.11). */
@Injectable()
export class OrderUploadSteps {
  constructor(
    private readonly steps: DownloadSteps,
    private readonly engine: BatchEngine,
    private readonly orders: OrderStore,
  ) {}

  /** The orders are passed on as they were read: making values of them would hold up others. */
  async request(body: JudgedBody, caller: AccessTokenClaims, idempotencyKey: string | undefined) {
    const key = readIdempotencyKey(idempotencyKey);
    const { batchId } = await this.engine.request({
      ...ownerOf(caller),
      functionName: orderUpload.name,
      criteria: orderUpload.criteria(caller, new Date()),
      input: body.bytes(),
      ...(key === undefined ? {} : { idempotency: { key, digest: body.digest() } }),
    });
    return { batch_id: batchId };
  }

  async check(request: BatchCheckRequest, caller: AccessTokenClaims, reply: FastifyReply) {
    const status = await this.steps.status(orderUpload, request, caller, reply);
    return { ...checkAnswer(status), error_count: String(status.errorCount) };
  }

  /** An upload that ended with an error has no records, but the orders that were taken of it. */
  async get(range: BatchGetRequest, call: BatchCall): Promise<void> {
    try {
      await this.steps.get(orderUpload, range, call);
    } catch (error) {
      if (!(error instanceof BatchError) || error.state !== 'failed') throw error;
      await call.reply.send({ result_list: await this.taken(range, call.caller) });
    }
  }

  private async taken(range: BatchGetRequest, caller: AccessTokenClaims): Promise<readonly UploadResult[]> {
    const ref = { ...ownerOf(caller), functionName: orderUpload.name, batchId: range.batch_id };
    const places = { from: Number(range.seq_from), to: Number(range.seq_to) };
    return takenOrders(this.orders, caller.memberCode, await this.engine.input(ref), places);
  }
}
