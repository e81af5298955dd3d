import { Inject, Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, BatchError, sendBody } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import { errorCode } from '@trading-platform/domain-types';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import type { FastifyReply } from 'fastify';
import { callerOf } from '../caller/caller.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { envelopeAround } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import type { HttpCall } from '../http/request-of.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';
import { VisibleMembers } from '../ordering/visible-members.js';
import { type CheckAnswer, checkAnswer } from './batch-answers.js';
import type { DownloadFeature } from './download-feature.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { ServedDownloads } from './served-downloads.js';

/** Request, confirm and get, the same for every download (Spec 4.6). */
@Injectable()
export class DownloadSteps {
  constructor(
    private readonly engine: BatchEngine,
    private readonly downloads: ServedDownloads,
    private readonly members: VisibleMembers,
    @Inject(ORDERING_DATABASE) private readonly database: Database,
  ) {}

  async request(feature: DownloadFeature, { request }: HttpCall, body: object): Promise<{ batch_id: string }> {
    const caller = callerOf(request);
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    const criteria = await feature.criteria(body, { caller, members: this.members });
    const { batchId } = await this.engine.request({
      ...ownerOf(caller),
      functionName: this.downloads.shapeOf(feature).name,
      criteria,
      ...(key === undefined ? {} : { idempotency: { key, body: request.body } }),
    });
    return { batch_id: batchId };
  }

  async check(feature: DownloadFeature, { request, reply }: HttpCall, body: BatchCheckRequest): Promise<CheckAnswer> {
    const status = await this.engine.confirm({
      ...ownerOf(callerOf(request)),
      functionName: this.downloads.shapeOf(feature).name,
      batchId: body.batch_id,
    });
    if (status.retryAfterSeconds !== undefined) reply.header('Retry-After', status.retryAfterSeconds);
    return checkAnswer(status);
  }

  async get(feature: DownloadFeature, { request, reply }: HttpCall, body: BatchGetRequest): Promise<void> {
    const caller = callerOf(request);
    const { name, arrayName } = this.downloads.shapeOf(feature);
    const range = await this.engine
      .range({
        ...ownerOf(caller),
        ...envelopeAround(request.id, arrayName),
        functionName: name,
        batchId: body.batch_id,
        seqFrom: Number(body.seq_from),
        seqTo: Number(body.seq_to),
        encoding: answerEncoding(request.headers['accept-encoding'] ?? ''),
      })
      .catch((error: unknown) => {
        throw nameRangeField(error, body);
      });
    writeHead(reply, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': range.contentLength,
      'X-Range-Crc32': range.rangeCrc32,
      Vary: 'Accept-Encoding',
      ...(range.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
    });
    const complete = await sendBody(range, reply.raw);
    if (complete && feature.delivered !== undefined) {
      await feature.delivered(await range.receipts(), caller, this.database);
    }
  }
}

/** A batch belongs to the member and the client that requested it (Spec 4.6). */
export function ownerOf({ memberCode, clientId }: AccessTokenClaims) {
  return { memberCode, clientId };
}

/** Answers around Fastify: its hooks still see the request begin and end, the bytes go to the line as they are. */
export function writeHead(reply: FastifyReply, headers: Readonly<Record<string, string | number>>, status = 200): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}

function nameRangeField(error: unknown, { seq_from }: BatchGetRequest): unknown {
  if (!(error instanceof BatchError) || error.code !== 'range-invalid') return error;
  const item = Number(seq_from) < 1 ? 'seq_from' : 'seq_to';
  return ApiRefusal.of(errorCode.rangeInvalid, { item, detail: error.message, cause: error });
}
