import { Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { NeedsRight, requireRight } from '@trading-platform/auth-core/nest';
import type { FastifyReply } from 'fastify';
import type { BatchAnswer, BatchEnded, BatchPage, BatchReadersAnswer, BatchRequested } from '../../../wire/index.js';
import { ConsoleError } from '../../http/console-error.js';
import { numberIn } from '../../http/query-number.js';
import { BatchLists } from '../../platform/batch-lists.js';
import { batchFunctions, isDownload } from '../../platform/function-records.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { requestBatch } from '../../platform/request-batch.js';
import { ConsoleApi } from '../../session/console-api.js';
import { NeedsToken, SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { BatchWatches } from './batch-watches.js';
import { openEventStream } from './event-stream.js';

/** A stream starts only if its access token stays valid long enough. */
const streamSeconds = 30;
const pageLength = { usual: 100, most: 200 } as const;

/** The batches of the member: as a live stream, as pages of a list, and one at a time. */
@ConsoleApi('api/batches')
export class BatchesController {
  constructor(
    private readonly lists: BatchLists,
    private readonly watches: BatchWatches,
    private readonly platform: PlatformCalls,
  ) {}

  @Get('events')
  @NeedsRight('batch')
  @NeedsToken(streamSeconds)
  events(@SignedIn() live: LiveSession, @Res() reply: FastifyReply): void {
    const leave = this.watches.listen(live, () => openEventStream(reply));
    reply.raw.once('close', leave);
  }

  @Get()
  @NeedsRight('batch')
  async list(
    @SignedIn() live: LiveSession,
    @Query('limit') limit: unknown,
    @Query('cursor') cursor: unknown,
  ): Promise<BatchPage> {
    const before = cursor === undefined ? '' : String(numberIn('cursor', cursor, 1, Number.MAX_SAFE_INTEGER));
    const length = limit === undefined ? pageLength.usual : numberIn('limit', limit, 1, pageLength.most);
    const { batches, nextCursor } = await this.lists.page(live, length, before);
    return { batches, ...(nextCursor === '' ? {} : { nextCursor }) };
  }

  @Get(':batchId')
  @NeedsRight('batch')
  async show(@SignedIn() live: LiveSession, @Param('batchId') batchId: string): Promise<BatchAnswer> {
    return { batch: await this.lists.one(live, batchId) };
  }

  @Get(':batchId/readers')
  @NeedsRight('batch')
  async readers(@SignedIn() live: LiveSession, @Param('batchId') batchId: string): Promise<BatchReadersAnswer> {
    return { readers: await this.lists.readers(live, batchId) };
  }

  @Delete(':batchId')
  @NeedsRight('batch')
  async end(@SignedIn() live: LiveSession, @Param('batchId') batchId: string): Promise<BatchEnded> {
    const outcome = await this.platform.clientOf(live).batches.cancel(batchId, { atOnce: true });
    return { batchId, outcome: outcome as BatchEnded['outcome'] };
  }

  @Post(':batchId/again')
  @NeedsRight('batch')
  @HttpCode(200)
  async again(@SignedIn() live: LiveSession, @Param('batchId') batchId: string): Promise<BatchRequested> {
    const { functionName, request } = await this.lists.one(live, batchId);
    if (request === undefined || !isDownload(functionName)) {
      throw new ConsoleError('refused', 'This batch cannot be requested again by its number');
    }
    requireRight(live.claims, batchFunctions[functionName].right);
    return requestBatch(this.platform, live, functionName, request);
  }
}
