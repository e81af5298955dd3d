import { Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { BatchEngine, BatchError, type BatchRecords, type BatchRef, sendBody } from '@trading-platform/batch-engine';
import { errorCode } from '@trading-platform/domain-types';
import { BatchDeliveredRequest } from '@trading-platform/validation';
import { DataApi } from '../caller/data-api.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { Call } from '../http/call.js';
import { BodylessCall, CallOf } from '../http/call-of.js';
import { answerEncoding } from '../http/media-types.js';
import { batchRecord } from './batch-record.js';
import { DeliveredRecords } from './delivered-records.js';
import { matchesEntityTag } from './entity-tag.js';
import { readNumbers } from './read-query.js';

const anyNumber = { least: 1, most: Number.MAX_SAFE_INTEGER };
const pageParameters = { limit: { least: 1, most: 1_000 }, cursor: anyNumber };
const defaultPageLength = 100;
/** From 0, so that a range from 0 is refused as a range and not as a number. */
const rangeParameters = { seq_from: { ...anyNumber, least: 0 }, seq_to: { ...anyNumber, least: 0 } };

/** The caller's batches, beside the contract's three steps: list, details, cancel, all records as NDJSON, their acknowledgement. */
@DataApi()
export class BatchesController {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
  ) {}

  @Get('batches')
  list(@BodylessCall('json') call: Call) {
    const { limit = defaultPageLength, cursor } = readNumbers(call, pageParameters);
    return call.served(
      this.engine
        .list(call.owner, { limit, ...(cursor === undefined ? {} : { before: String(cursor) }) })
        .then(({ batches, next }) => ({ batch_list: batches.map(batchRecord), next_cursor: next ?? '' })),
    );
  }

  @Get('batches/:batchId')
  details(@BodylessCall('json') call: Call) {
    return call.served(orNotFound(this.engine.details(refOf(call))).then((batch) => ({ batch: batchRecord(batch) })));
  }

  @Delete('batches/:batchId')
  cancel(@BodylessCall('json') call: Call) {
    const ref = refOf(call);
    return call.served(orNotFound(this.engine.cancel(ref)).then((outcome) => ({ batch_id: ref.batchId, outcome })));
  }

  @Get('batches/:batchId/records')
  async records(@BodylessCall('ndjson') call: Call, @Res() _reply: unknown): Promise<void> {
    const { headers, method } = call.request;
    const ref = refOf(call);
    const { seq_from: seqFrom, seq_to: seqTo } = readNumbers(call, rangeParameters);
    const { functionName } = await orNotFound(this.engine.details(ref));
    const records = await this.engine.records({
      ...ref,
      ...(seqFrom === undefined ? {} : { seqFrom }),
      ...(seqTo === undefined ? {} : { seqTo }),
      encoding: answerEncoding(headers['accept-encoding'] ?? ''),
    });
    const known = matchesEntityTag(headers['if-none-match'], records.etag);
    call.writeHead(known ? 304 : 200, {
      ...(known ? validatorsOf(records) : headersOf(records)),
      ...this.delivered.headersOf(call),
    });
    if (known || method === 'HEAD') {
      call.reply.raw.end();
      return;
    }
    const sent = this.delivered.begin(functionName, call);
    if (await sendBody(records, call.reply.raw)) sent(records.receipts);
  }

  @Post('batches/:batchId/delivered')
  @HttpCode(200)
  acknowledge(@CallOf(BatchDeliveredRequest) call: Call<BatchDeliveredRequest>) {
    return call.served(this.noteDelivery(call));
  }

  private async noteDelivery(call: Call<BatchDeliveredRequest>): Promise<object> {
    const { seq_from: seqFrom, seq_to: seqTo } = call.body;
    const range = { ...refOf(call), seqFrom: Number(seqFrom), seqTo: Number(seqTo) };
    const delivered = await orNotFound(this.engine.delivered(range));
    await this.delivered.acknowledged(delivered.functionName, call.caller, delivered.receipts);
    return {};
  }
}

function refOf({ request, owner }: Call): BatchRef {
  const { batchId } = request.params as { batchId: string };
  return { ...owner, batchId };
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
