import { Injectable } from '@nestjs/common';
import { BatchEngine, sendBody } from '@trading-platform/batch-engine';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import type { Call } from '../http/call.js';
import { envelopeAround } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import { type CheckAnswer, checkAnswer } from './batch-answers.js';
import { DeliveredRecords } from './delivered-records.js';
import type { DownloadFeature } from './download-feature.js';
import { readIdempotencyKey } from './idempotency-key.js';

/** Request, confirm and get, the same for every download (Spec 4.6). */
@Injectable()
export class DownloadSteps {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
  ) {}

  async request(feature: DownloadFeature, call: Call): Promise<{ batch_id: string }> {
    const key = readIdempotencyKey(call.request.headers['idempotency-key']);
    const { batchId } = await this.engine.request({
      ...call.owner,
      functionName: feature.download.name,
      criteria: feature.download.criteria(call.body, call.caller),
      ...(key === undefined ? {} : { idempotency: { key, digest: call.bodyDigest } }),
    });
    return { batch_id: batchId };
  }

  async check(feature: DownloadFeature, { owner, reply, body }: Call<BatchCheckRequest>): Promise<CheckAnswer> {
    const status = await this.engine.confirm({ ...owner, functionName: feature.download.name, batchId: body.batch_id });
    if (status.retryAfterSeconds !== undefined) reply.header('Retry-After', status.retryAfterSeconds);
    return checkAnswer(status);
  }

  async get(feature: DownloadFeature, call: Call<BatchGetRequest>): Promise<void> {
    const { name, arrayName } = feature.download;
    const range = await this.engine.range({
      ...call.owner,
      ...envelopeAround(call.id, arrayName),
      functionName: name,
      batchId: call.body.batch_id,
      seqFrom: Number(call.body.seq_from),
      seqTo: Number(call.body.seq_to),
      encoding: answerEncoding(call.request.headers['accept-encoding'] ?? ''),
    });
    call.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': range.contentLength,
      'X-Range-Crc32': range.rangeCrc32,
      Vary: 'Accept-Encoding',
      ...(range.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
      ...this.delivered.headersOf(call),
    });
    const sent = this.delivered.begin(name, call);
    if (await sendBody(range, call.reply.raw)) sent(range.receipts);
  }
}
