import { Injectable } from '@nestjs/common';
import { BatchEngine, BatchError, sendBody } from '@trading-platform/batch-engine';
import { errorCode } from '@trading-platform/domain-types';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import { callerOf } from '../caller/caller.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { envelopeAround } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import type { HttpCall } from '../http/request-of.js';
import { VisibleMembers } from '../ordering/visible-members.js';
import { type CheckAnswer, checkAnswer } from './batch-answers.js';
import { DeliveredRecords } from './delivered-records.js';
import type { DownloadFeature } from './download-feature.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { ServedDownloads } from './served-downloads.js';
import { ownerOf, writeHead } from './write-head.js';

/** Request, confirm and get, the same for every download (Spec 4.6). */
@Injectable()
export class DownloadSteps {
  constructor(
    private readonly engine: BatchEngine,
    private readonly downloads: ServedDownloads,
    private readonly members: VisibleMembers,
    private readonly delivered: DeliveredRecords,
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
    if (complete) await this.delivered.note(name, caller, range);
  }
}

function nameRangeField(error: unknown, { seq_from }: BatchGetRequest): unknown {
  if (!(error instanceof BatchError) || error.code !== 'range-invalid') return error;
  const item = Number(seq_from) < 1 ? 'seq_from' : 'seq_to';
  return ApiRefusal.of(errorCode.rangeInvalid, { item, detail: error.message, cause: error });
}
