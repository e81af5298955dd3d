import { Delete, Get, Res } from '@nestjs/common';
import { BatchEngine, BatchError, type BatchRecords, type BatchRef, sendBody } from '@trading-platform/batch-engine';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller.js';
import { DeliveredRecords } from '../download/delivered-records.js';
import { ownerOf, writeHead } from '../download/write-head.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { DataApi } from '../http/data-api.js';
import { answerEncoding } from '../http/media-types.js';
import { BodylessCall, type HttpCall } from '../http/request-of.js';
import { batchRecord } from './batch-record.js';
import { matchesEntityTag } from './entity-tag.js';
import { readNumbers } from './read-query.js';

const anyNumber = { least: 1, most: Number.MAX_SAFE_INTEGER };
const pageParameters = { limit: { least: 1, most: 1_000 }, cursor: anyNumber };
const defaultPageLength = 100;
/** From 0, so that a range from 0 is refused as a range and not as a number. */
const rangeParameters = { seq_from: { ...anyNumber, least: 0 }, seq_to: { ...anyNumber, least: 0 } };

/** The caller's batches, beside the contract's three steps: list, details, cancel, and all records as NDJSON. */
@DataApi()
export class BatchesController {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
  ) {}

  @Get('batches')
  async list(@BodylessCall('json') call: HttpCall) {
    const { limit = defaultPageLength, cursor } = readNumbers(call, pageParameters);
    const { batches, next } = await this.engine.list(ownerOf(callerOf(call.request)), {
      limit,
      ...(cursor === undefined ? {} : { before: String(cursor) }),
    });
    return { batch_list: batches.map(batchRecord), next_cursor: next ?? '' };
  }

  @Get('batches/:batchId')
  async details(@BodylessCall('json') { request }: HttpCall) {
    return { batch: batchRecord(await orNotFound(this.engine.details(refOf(request)))) };
  }

  @Delete('batches/:batchId')
  async cancel(@BodylessCall('json') { request }: HttpCall) {
    const ref = refOf(request);
    return { batch_id: ref.batchId, outcome: await orNotFound(this.engine.cancel(ref)) };
  }

  @Get('batches/:batchId/records')
  async records(@BodylessCall('ndjson') call: HttpCall, @Res() _reply: unknown): Promise<void> {
    const { request, reply } = call;
    const { seq_from: seqFrom, seq_to: seqTo } = readNumbers(call, rangeParameters);
    const ref = refOf(request);
    const { functionName } = await orNotFound(this.engine.details(ref));
    const records = await this.engine.records({
      ...ref,
      ...(seqFrom === undefined ? {} : { seqFrom }),
      ...(seqTo === undefined ? {} : { seqTo }),
      encoding: answerEncoding(request.headers['accept-encoding'] ?? ''),
    });
    const known = matchesEntityTag(request.headers['if-none-match'], records.etag);
    writeHead(reply, known ? validatorsOf(records) : headersOf(records), known ? 304 : 200);
    if (known || request.method === 'HEAD') {
      reply.raw.end();
      return;
    }
    const complete = await sendBody(records, reply.raw);
    if (complete) await this.delivered.note(functionName, callerOf(request), records);
  }
}

function refOf(request: FastifyRequest): BatchRef {
  const { batchId } = request.params as { batchId: string };
  return { ...ownerOf(callerOf(request)), batchId };
}

/** A batch that the path names and that there is not is a thing not found (Spec 7). */
async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BatchError) || error.code !== 'unknown-batch') throw error;
    throw ApiRefusal.of(errorCode.batchUnknown, { status: 404, cause: error });
  }
}

function validatorsOf({ etag }: BatchRecords): Record<string, string> {
  return { ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'private, no-cache' };
}

function headersOf(records: BatchRecords): Record<string, string | number> {
  return {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    ...validatorsOf(records),
    ...(records.contentLength === undefined ? {} : { 'Content-Length': records.contentLength }),
    ...(records.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
  };
}
