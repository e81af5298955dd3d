import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, type BatchFunctionShape, type BatchStatus, sendBody } from '@trading-platform/batch-engine';
import type { Download } from '@trading-platform/ordering';
import { type BatchCheckRequest, type BatchGetRequest, requestDigest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelopeAround } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import { writeHead } from '../http/write-head.js';
import { type CheckAnswer, checkAnswer } from './batch-answers.js';
import { ownerOf } from './batch-owner.js';
import { DeliveredRecords } from './delivered-records.js';
import { readIdempotencyKey } from './idempotency-key.js';

/** Who calls, and the call itself. */
export interface BatchCall {
  readonly caller: AccessTokenClaims;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Request, confirm and get, the same for every download; uploads are checked and got alike (Spec 4.6). */
@Injectable()
export class DownloadSteps {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
  ) {}

  async request(
    download: Download<object, object>,
    filters: object,
    caller: AccessTokenClaims,
    idempotencyKey: string | undefined,
  ): Promise<{ batch_id: string }> {
    const key = readIdempotencyKey(idempotencyKey);
    const { batchId } = await this.engine.request({
      ...ownerOf(caller),
      functionName: download.name,
      criteria: download.criteria(filters, caller),
      ...(key === undefined ? {} : { idempotency: { key, digest: requestDigest(filters) } }),
    });
    return { batch_id: batchId };
  }

  async check(
    shape: BatchFunctionShape,
    request: BatchCheckRequest,
    caller: AccessTokenClaims,
    reply: FastifyReply,
  ): Promise<CheckAnswer> {
    return checkAnswer(await this.status(shape, request, caller, reply));
  }

  /** Where a batch is, for an answer that tells the caller when to ask again. */
  async status(
    { name }: BatchFunctionShape,
    { batch_id: batchId }: BatchCheckRequest,
    caller: AccessTokenClaims,
    reply: FastifyReply,
  ): Promise<BatchStatus> {
    const status = await this.engine.confirm({ ...ownerOf(caller), functionName: name, batchId });
    if (status.retryAfterSeconds !== undefined) reply.header('Retry-After', status.retryAfterSeconds);
    return status;
  }

  async get(
    { name, arrayName }: BatchFunctionShape,
    { batch_id: batchId, seq_from: seqFrom, seq_to: seqTo }: BatchGetRequest,
    { caller, request, reply }: BatchCall,
  ): Promise<void> {
    const range = await this.engine.range({
      ...ownerOf(caller),
      ...envelopeAround(request.id, arrayName),
      functionName: name,
      batchId,
      seqFrom: Number(seqFrom),
      seqTo: Number(seqTo),
      encoding: answerEncoding(request.headers['accept-encoding'] ?? ''),
    });
    const delivery = this.delivered.deliveryTo(request, name);
    writeHead(reply, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': range.contentLength,
      'X-Range-Crc32': range.rangeCrc32,
      Vary: 'Accept-Encoding',
      ...(range.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
      ...delivery.headers,
    });
    await delivery.follow(range.receipts, () => sendBody(range, reply.raw));
  }
}
