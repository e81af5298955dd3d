import { Body, Delete, Get, Header, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller, requireRight } from '@trading-platform/auth-core/nest';
import {
  type BatchDetails,
  BatchEngine,
  BatchError,
  type BatchLines,
  type BatchReader,
  sendBody,
} from '@trading-platform/batch-engine';
import {
  batchAnswer,
  batchCancelAnswer,
  batchDeliveredRequest,
  batchInputAnswer,
  batchListAnswer,
  batchSearchAnswer,
  envelope,
  errorCode,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { DownloadCriteria } from '@trading-platform/ordering';
import { BatchDeliveredRequest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { DataApi } from '../caller/data-api.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { Bodyless } from '../http/bodyless.js';
import { fieldAround, renderedList } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import { type Numbers, QueryNumbers } from '../http/query-numbers.js';
import { QueryTexts, type Texts } from '../http/query-texts.js';
import { writeHead } from '../http/write-head.js';
import { answerHeaders } from '../reference/answer-headers.js';
import { Operation, rightOfFunction } from '../reference/operation.decorator.js';
import type { DescribedValues, ValueDescription } from '../reference/value-description.js';
import { BatchErrorFilter } from './batch-error.filter.js';
import { ownerOf } from './batch-owner.js';
import { discardPreferences, noteChanges, notePreference, readBatchPreferences } from './batch-preferences.js';
import { batchRecord, readerRecord } from './batch-record.js';
import { DeliveredRecords } from './delivered-records.js';
import { preferences } from './delivery-preference.js';
import { readSearch, searchParameters, searchQuery } from './record-search.js';
import { ServedDownloads } from './served-downloads.js';

const anyNumber = { least: 1, most: Number.MAX_SAFE_INTEGER };
const flag = { least: 0, most: 1 };
const pageParameters = { limit: { least: 1, most: 1_000 }, cursor: anyNumber, expired: flag };
const detailsParameters = { expired: flag, readers: flag };
const defaultPageLength = 100;
/** The value 0 is allowed here. The engine refuses it as an invalid range (E000011). */
const rangeParameters = { seq_from: { ...anyNumber, least: 0 }, seq_to: { ...anyNumber, least: 0 } };

const pageQuery: DescribedValues = {
  limit: numberOf(
    pageParameters.limit,
    'Maximum number of batches in one answer',
    '最大件数：1回の応答で返すバッチの最大件数',
    defaultPageLength,
  ),
  cursor: numberOf(pageParameters.cursor, 'next_cursor of the previous page', 'カーソル：前のページのnext_cursor', 41),
  expired: numberOf(
    pageParameters.expired,
    'With 1 the list also has batches that have expired, as long as their outcome is kept',
    '期限切れを含む：1の場合、結果が記録されている期限切れのバッチも返す',
    1,
  ),
};
const detailsQuery: DescribedValues = {
  expired: numberOf(
    flag,
    'With 1 the answer may also be a batch that has expired, as long as its outcome is kept',
    '期限切れを含む：1の場合、結果が記録されている期限切れのバッチも返す',
    1,
  ),
  readers: numberOf(
    flag,
    'With 1 the answer also says who has read its records',
    '取得者を含む：1の場合、レコードを取得したアプリケーションとユーザーも返す',
    1,
  ),
};
const rangeQuery: DescribedValues = {
  seq_from: numberOf(anyNumber, 'First wanted record; 1 if left out', '開始連番：取得する最初のレコード。省略時は1', 1),
  seq_to: numberOf(
    anyNumber,
    'Last wanted record, which is included; the last record of the batch if left out',
    '終了連番：取得する最後のレコード（この番号を含む）。省略時は最後のレコード',
    1_000,
  ),
};
const ifNoneMatch: DescribedValues = {
  'If-None-Match': {
    meaning: 'ETag of records that the caller holds: if they are still the same, the answer is 304 without a body',
    ja: '条件付き取得：保存済みのレコードのETag。変わっていない場合は、本文のない304を返す',
    schema: { type: 'string' },
    example: answerHeaders.ETag.example,
  },
};

const wrongQuery = [errorCode.wrongFormat, errorCode.tooLong, errorCode.notAllowed];

/**
 * Serves the caller's own batches: list, details, cancellation, records as NDJSON, and acknowledgement of delivery. Other
 * controllers serve the three steps of each download.
 */
@DataApi('Batches')
@UseFilters(BatchErrorFilter)
export class BatchesController {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
    private readonly downloads: ServedDownloads,
  ) {}

  @Get('batches')
  @Bodyless('json')
  @Operation({
    right: 'batch',
    call: calls.batchList,
    answer: batchListAnswer,
    query: pageQuery,
    codes: wrongQuery,
  })
  async list(
    @QueryNumbers(pageParameters) { limit = defaultPageLength, cursor, expired }: Numbers<typeof pageParameters>,
    @Caller() caller: AccessTokenClaims,
  ) {
    const before = cursor === undefined ? {} : { before: String(cursor) };
    const { batches, next } = await this.engine.list(ownerOf(caller), { limit, expired: expired === 1, ...before });
    return { batch_list: batches.map((batch) => batchRecord(batch)), next_cursor: next ?? '' };
  }

  @Get('batches/:batchId')
  @Bodyless('json')
  @Operation({
    right: 'batch',
    call: calls.batchDetails,
    answer: batchAnswer,
    query: detailsQuery,
    answerHeaders: ['X-Change-Cursor', 'Preference-Applied'],
    codes: wrongQuery,
    notFound: errorCode.batchUnknown,
  })
  async details(
    @Param('batchId') batchId: string,
    @QueryNumbers(detailsParameters) { expired, readers }: Numbers<typeof detailsParameters>,
    @Caller() caller: AccessTokenClaims,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const details = await orNotFound(this.engine.details({ ...ownerOf(caller), batchId, expired: expired === 1 }));
    noteChanges(reply, details);
    const batch = batchRecord(details, this.#requestOf(details));
    if (readers !== 1) return { batch };
    const readings = await orNotFound(this.engine.readings({ ...ownerOf(caller), batchId }));
    return { batch, reader_list: readings.map(readerRecord) };
  }

  @Delete('batches/:batchId')
  @Bodyless('json')
  @Operation({
    right: 'batch',
    call: calls.batchDiscard,
    answer: batchCancelAnswer,
    headers: discardPreferences,
    answerHeaders: ['Preference-Applied'],
    codes: [errorCode.uploadHasBegun],
    notFound: errorCode.batchUnknown,
  })
  async cancel(
    @Param('batchId') batchId: string,
    @Caller() caller: AccessTokenClaims,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const atOnce = readBatchPreferences(headers.prefer).waitSeconds === 0;
    const outcome = await orNotFound(this.engine.cancel({ ...ownerOf(caller), batchId }, { atOnce }));
    if (atOnce) notePreference(reply, 'wait=0');
    return { batch_id: batchId, outcome };
  }

  @Get('batches/:batchId/records')
  @Bodyless('ndjson')
  @Operation({
    right: ['batch', rightOfFunction],
    call: calls.batchRecords,
    answer: envelope,
    mediaType: 'application/x-ndjson',
    query: rangeQuery,
    headers: { ...preferences, ...ifNoneMatch },
    answerHeaders: ['ETag', 'Preference-Applied'],
    codes: [...wrongQuery, errorCode.batchNotFinished, errorCode.rangeInvalid],
    notFound: errorCode.batchUnknown,
  })
  async records(
    @Param('batchId') batchId: string,
    @QueryNumbers(rangeParameters) { seq_from: seqFrom, seq_to: seqTo }: Numbers<typeof rangeParameters>,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { ...ownerOf(caller), batchId };
    const functionName = await this.#allowedFunction(ref, caller);
    const records = await this.engine.records({
      ...ref,
      ...(seqFrom === undefined ? {} : { seqFrom }),
      ...(seqTo === undefined ? {} : { seqTo }),
      encoding: answerEncoding(request.headers['accept-encoding'] ?? ''),
    });
    const delivery = this.delivered.deliveryTo(request, functionName);
    const send = () => delivery.send(records, reply.raw);
    await answerFile(request, reply, records, { headers: delivery.headers, send });
  }

  /** A search takes limited time, so the answer may have no records although the search is not at the end. */
  @Get('batches/:batchId/search')
  @Bodyless('json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Operation({
    right: ['batch', rightOfFunction],
    call: calls.batchSearch,
    answer: batchSearchAnswer,
    query: searchQuery,
    codes: [...wrongQuery, errorCode.missing, errorCode.batchNotFinished, errorCode.rangeInvalid],
    notFound: errorCode.batchUnknown,
  })
  async search(
    @Param('batchId') batchId: string,
    @QueryTexts(searchParameters) query: Texts<typeof searchParameters>,
    @Caller() caller: AccessTokenClaims,
    @Req() { id }: FastifyRequest,
  ): Promise<Buffer> {
    const ref = { ...ownerOf(caller), batchId };
    const search = readSearch(query);
    await this.#allowedFunction(ref, caller);
    const found = await orNotFound(this.engine.search({ ...ref, ...search }));
    if (found === undefined) {
      throw ApiRefusal.of(errorCode.tooManyCalls, {
        detail: errorText('tooManySearches'),
        headers: { 'Retry-After': '1' },
      });
    }
    const { records, nextSeq } = found;
    const elements = records.map((record) => Buffer.from(record));
    return renderedList(id, 'record_list', elements, { next_seq: nextSeq === undefined ? '' : String(nextSeq) });
  }

  @Get('batches/:batchId/removed')
  @Bodyless('ndjson')
  @Operation({
    right: ['batch', rightOfFunction],
    call: calls.batchRemoved,
    answer: envelope,
    mediaType: 'application/x-ndjson',
    headers: ifNoneMatch,
    answerHeaders: ['ETag'],
    codes: [errorCode.batchNotFinished],
    notFound: errorCode.batchUnknown,
  })
  async removed(
    @Param('batchId') batchId: string,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { ...ownerOf(caller), batchId };
    await this.#allowedFunction(ref, caller);
    const encoding = answerEncoding(request.headers['accept-encoding'] ?? '');
    const keys = await orNotFound(this.engine.removed({ ...ref, encoding }));
    await answerFile(request, reply, keys, { headers: {}, send: () => sendBody(keys, reply.raw) });
  }

  @Get('batches/:batchId/input')
  @Bodyless('json')
  @Operation({
    right: ['batch', rightOfFunction],
    call: calls.batchInput,
    answer: batchInputAnswer,
    notFound: errorCode.batchUnknown,
  })
  async input(
    @Param('batchId') batchId: string,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ref = { ...ownerOf(caller), batchId };
    await this.#allowedFunction(ref, caller);
    const { head, tail } = fieldAround(request.id, 'input');
    const input = await orNotFound(this.engine.inputBody({ ...ref, head, tail }));
    if (input === undefined) throw ApiRefusal.of(errorCode.batchUnknown, { status: 404 });
    writeHead(reply, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
    });
    if (request.method === 'HEAD') reply.raw.end();
    else await sendBody(input, reply.raw);
  }

  @Post('batches/:batchId/delivered')
  @HttpCode(200)
  @Operation({
    right: rightOfFunction,
    call: calls.batchDelivered,
    request: batchDeliveredRequest,
    answer: envelope,
    codes: [errorCode.batchNotFinished],
    notFound: errorCode.batchUnknown,
  })
  async acknowledge(
    @Param('batchId') batchId: string,
    @Body() { seq_from: seqFrom, seq_to: seqTo }: BatchDeliveredRequest,
    @Caller() caller: AccessTokenClaims,
  ) {
    const ref = { ...ownerOf(caller), batchId, memberWide: false };
    const functionName = await this.#allowedFunction(ref, caller);
    const range = { ...ref, seqFrom: Number(seqFrom), seqTo: Number(seqTo) };
    const { receipts } = await orNotFound(this.engine.delivered(range));
    await this.delivered.acknowledged(functionName, caller, receipts);
    return {};
  }

  /**
   * Returns the function of a batch, if the caller has the right to use this function.
   *
   * @throws ApiRefusal E000009 if the batch is unknown, or if this API does not serve its function; RightMissing
   */
  async #allowedFunction(ref: BatchReader & { readonly batchId: string }, caller: AccessTokenClaims): Promise<string> {
    const functionName = await orNotFound(this.engine.functionName(ref));
    const right = this.downloads.rightOf(functionName);
    if (right === undefined) throw ApiRefusal.of(errorCode.batchUnknown, { status: 404 });
    requireRight(caller, right);
    return functionName;
  }

  /** Returns the body of a request that would produce the same batch again, if this body is known. */
  #requestOf({ functionName, criteria }: BatchDetails & { readonly criteria: unknown }): object | undefined {
    const isDownload = this.downloads.named(functionName) !== undefined;
    return isDownload ? (criteria as DownloadCriteria | undefined)?.request : undefined;
  }
}

function numberOf(
  { least, most }: { readonly least: number; readonly most: number },
  meaning: string,
  ja: string,
  example: number,
): ValueDescription {
  return { meaning, ja, schema: { type: 'integer', minimum: least, maximum: most }, example };
}

/** Answers an unknown batch with 404, because in these calls the path names the batch (Spec 7). */
async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BatchError) || error.code !== 'unknown-batch') throw error;
    throw ApiRefusal.of(errorCode.batchUnknown, { status: 404, cause: error });
  }
}

/** Sends lines, unless the caller already has them or asks only for the headers. */
async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: BatchLines,
  { headers, send }: { readonly headers: Readonly<Record<string, string>>; readonly send: () => Promise<unknown> },
): Promise<void> {
  const isKnown = holds(request, lines.etag);
  writeHead(reply, isKnown ? 304 : 200, { ...(isKnown ? validatorsOf(lines) : headersOf(lines)), ...headers });
  if (isKnown || request.method === 'HEAD') reply.raw.end();
  else await send();
}

/** Whether the caller already has the records. Only the header `If-None-Match` is considered (RFC 9110 §13.1.2). */
function holds({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}

function validatorsOf({ etag }: BatchLines): Record<string, string> {
  return { ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'private, no-cache' };
}

function headersOf(records: BatchLines): Record<string, string | number> {
  return {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    ...validatorsOf(records),
    ...(records.contentLength === undefined ? {} : { 'Content-Length': records.contentLength }),
    ...(records.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
  };
}
