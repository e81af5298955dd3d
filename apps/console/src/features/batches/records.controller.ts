import { Readable } from 'node:stream';
import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { NeedsRight, requireRight } from '@trading-platform/auth-core/nest';
import type { BatchSearchAnswer } from '@trading-platform/domain-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundRecordsAnswer, StoredRecord } from '../../../wire/index.js';
import { ConsoleError } from '../../http/console-error.js';
import { numberIn } from '../../http/query-number.js';
import { BatchLists } from '../../platform/batch-lists.js';
import { batchFunctions } from '../../platform/function-records.js';
import { tablesOfFunction } from '../../platform/function-tables.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { NeedsToken, SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { csv, type FileFormat, json, ndjson, xlsx } from './download-formats.js';
import { RecordLines } from './record-lines.js';

const recordsAtMost = 500;
const foundAtMost = 100;
/** A download that continues after a broken connection uses the same token, so the token must stay valid this long. */
const downloadSeconds = 120;
const anySequence = Number.MAX_SAFE_INTEGER;

/** The records of a batch: a range for the screen, or all of them as a file. */
@ConsoleApi('api/batches/:batchId')
export class RecordsController {
  constructor(
    private readonly lines: RecordLines,
    private readonly lists: BatchLists,
    private readonly platform: PlatformCalls,
  ) {}

  @Get('records')
  @NeedsRight('batch')
  async records(
    @SignedIn() live: LiveSession,
    @Param('batchId') batchId: string,
    @Query('from') asked: unknown,
    @Query('to') askedTo: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const from = numberIn('from', asked, 1, anySequence);
    const to = numberIn('to', askedTo, from, from + recordsAtMost - 1);
    const { 'accept-encoding': accepted = '', 'if-none-match': known } = request.headers;
    const headers = {
      'accept-encoding': accepted.includes('gzip') ? 'gzip' : 'identity',
      ...(known === undefined ? {} : { 'if-none-match': known }),
    };
    const answer = await this.lines.open(live, { batchId, from, to }, headers, gone(reply));
    const { etag, 'content-encoding': encoding, 'content-length': length } = answer.headers;
    void reply.code(answer.statusCode ?? 200).headers({
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'private, max-age=3600',
      Vary: 'Accept-Encoding, Cookie',
      ...(etag === undefined ? {} : { ETag: etag }),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(length === undefined ? {} : { 'Content-Length': length }),
    });
    await reply.send(answer);
  }

  @Get('search')
  @NeedsRight('batch')
  async search(
    @SignedIn() live: LiveSession,
    @Param('batchId') batchId: string,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<FoundRecordsAnswer> {
    const from = query['from'] === undefined ? 1 : numberIn('from', query['from'], 1, anySequence);
    const texts = ['text', 'field', 'exact'].flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [];
    });
    const search = new URLSearchParams([...texts, ['seq_from', String(from)], ['limit', String(foundAtMost)]]);
    const path = `/batches/${encodeURIComponent(batchId)}/search?${search.toString()}`;
    const body = await this.platform.clientOf(live).call(path, undefined);
    const { record_list: records, next_seq: nextSeq } = body as unknown as BatchSearchAnswer;
    return {
      records: records as unknown as readonly StoredRecord[],
      ...(nextSeq === '' ? {} : { nextSeq: Number(nextSeq) }),
    };
  }

  @Get('download')
  @NeedsRight('batch')
  @NeedsToken(downloadSeconds)
  async download(
    @SignedIn() live: LiveSession,
    @Param('batchId') batchId: string,
    @Query('format') asked: unknown,
    @Query('of') list: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { functionName, recordCount } = await this.lists.one(live, batchId);
    requireRight(live.claims, batchFunctions[functionName].right);
    const format = formatOf(asked, functionName, list);
    const signal = gone(reply);
    const first = await this.lines.open(live, { batchId }, { 'accept-encoding': 'identity' }, signal);
    const length = format.lengthOf(Number(first.headers['content-length']), recordCount);
    const records = this.lines.all(live, { batchId, recordCount }, first, signal);
    void reply.headers({
      'Content-Type': format.type,
      'Content-Disposition': `attachment; filename="${functionName}-${batchId}.${format.ending}"`,
      'X-Record-Count': String(recordCount),
      ...(length === undefined || Number.isNaN(length) ? {} : { 'Content-Length': String(length) }),
    });
    await reply.send(Readable.from(format.encode(records), { objectMode: false }));
  }
}

/** Returns a signal that aborts when the browser has closed the connection. */
function gone({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}

function formatOf(asked: unknown, functionName: keyof typeof batchFunctions, list: unknown): FileFormat {
  if (asked === 'ndjson') return ndjson;
  if (asked === 'json') return json;
  if (asked !== 'csv' && asked !== 'xlsx') {
    throw new ConsoleError('wrong-call', 'format must be ndjson, json, csv or xlsx');
  }
  const tables = tablesOfFunction(functionName);
  const table = list === undefined ? tables[0] : tables.find(({ name }) => name === list);
  if (table === undefined) throw new ConsoleError('wrong-call', 'of must be the name of a table of these records');
  return asked === 'csv' ? csv(table) : xlsx(table, functionName);
}
