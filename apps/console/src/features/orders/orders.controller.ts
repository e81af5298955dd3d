import { randomUUID } from 'node:crypto';
import { Get, Headers, HttpCode, NotFoundException, Param, Post, Query, Res } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { PlatformError } from '@trading-platform/client';
import {
  apiPaths,
  errorCode,
  flag,
  type GeneratedOrder,
  type ListedOrder as ListedSlip,
  type OrderListAnswer,
  slipStatus,
  type UploadRequestAnswer,
  type UploadResult,
  uploadOutcome,
} from '@trading-platform/domain-types';
import { orderForm } from '@trading-platform/order-file/form';
import { BytesBody, JsonBody } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import type {
  ConsoleBatch,
  GenerateAnswer,
  ListedOrder,
  OrderForm,
  OrdersAnswer,
  UploadAccepted,
  UploadAnswer,
  UploadedOrder,
} from '../../../wire/index.js';
import { ConsoleError, fieldError } from '../../http/console-error.js';
import { objectBody } from '../../http/object-body.js';
import { cursorOf } from '../../http/page-cursor.js';
import { BatchLists } from '../../platform/batch-lists.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/**
 * The maximum size of a file of orders. The upload request of the data API may be larger, because it adds text around
 * the orders.
 */
const uploadBytes = 16 * 1_048_576 - 64;
/** The maximum time for passing the body of an upload on to the browser. */
const longestPassingMs = 120_000;
/** The list of orders must begin within this many bytes of the body. A body whose list begins later is refused. */
const beginningBytes = 1_000;

/**
 * The number of orders on a page of the list. The limit is needed because the platform reads each slip for its number
 * and its names.
 */
const ordersPerPage = '500';

/** Lists orders, uploads files of orders, and sends planned orders. */
@ConsoleApi('api/orders')
export class OrdersController {
  constructor(
    private readonly platform: PlatformCalls,
    private readonly lists: BatchLists,
  ) {}

  @Get()
  @NeedsRight('list')
  async list(@SignedIn() live: LiveSession, @Query() query: Readonly<Record<string, unknown>>): Promise<OrdersAnswer> {
    const page = { limit: ordersPerPage, with_names: flag.on, ...cursorOf(query['cursor']) };
    const body = await this.platform.clientOf(live).call(apiPaths.orderList, { ...page, ...filtersOf(query) });
    const { order_list: orders, next_cursor: nextCursor } = body as unknown as OrderListAnswer;
    return { orders: orders.map(listed), ...(nextCursor === '' ? {} : { nextCursor }) };
  }

  @Post('generate')
  @NeedsRight('order')
  @HttpCode(200)
  async generate(@SignedIn() live: LiveSession, @JsonBody() body: unknown): Promise<GenerateAnswer> {
    const { orders } = objectBody(body) as { readonly orders?: unknown };
    if (!Array.isArray(orders)) throw new ConsoleError('wrong-call', 'orders must be a list');
    const asked = orders as readonly { readonly tradeId?: unknown; readonly version?: unknown }[];
    const answer = await this.platform.clientOf(live).call(apiPaths.orderGenerate, {
      trade_id_list: asked.map((order) => order?.tradeId),
      ...(asked.every((order) => order?.version !== undefined)
        ? { version_list: asked.map(({ version }) => version) }
        : {}),
    });
    const { result_list: sent } = answer as unknown as { readonly result_list: readonly GeneratedOrder[] };
    return { orders: sent.map(({ trade_id: tradeId, version }) => ({ tradeId, version })) };
  }

  @Get('form')
  @NeedsRight()
  form(): OrderForm {
    return orderForm;
  }

  @Post('upload')
  @NeedsRight('order')
  @HttpCode(200)
  async upload(
    @SignedIn() live: LiveSession,
    @Query('checkOnly') checkOnly: unknown,
    @BytesBody({ mediaType: 'application/octet-stream', limitBytes: uploadBytes }) orders: Buffer<ArrayBuffer>,
    @Headers('idempotency-key') key: string = randomUUID(),
  ): Promise<UploadAccepted> {
    const request = uploadOf(orders, checkOnly === '1');
    const answer = await this.platform
      .clientOf(live)
      .call(apiPaths.upload.request, request, { headers: { 'idempotency-key': key } });
    return { uploadId: (answer as unknown as UploadRequestAnswer).batch_id, ignored: this.platform.ignoredOf(live) };
  }

  @Get('uploads/:uploadId')
  @NeedsRight('batch', 'order')
  async outcome(@SignedIn() live: LiveSession, @Param('uploadId') uploadId: string): Promise<UploadAnswer> {
    const batch = await this.lists.one(live, uploadId);
    if (batch.functionName !== 'order-upload') throw new NotFoundException();
    const { state, recordCount, refusedCount, reason } = batch;
    const results = await this.#resultsOf(live, batch);
    return {
      state,
      orderCount: state === 'failed' ? results.length : recordCount,
      refusedCount,
      ...(reason === undefined ? {} : { reason }),
      results: results.map(uploaded),
    };
  }

  /** Passes on the answer of the data API, whose field `input` is the body of the upload. */
  @Get('uploads/:uploadId/request')
  @NeedsRight('batch', 'order')
  async request(
    @SignedIn() live: LiveSession,
    @Param('uploadId') uploadId: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.platform.openBatch(live, uploadId, '/input', AbortSignal.timeout(longestPassingMs));
    void reply.headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, no-store' });
    await reply.send(answer);
  }

  /**
   * A failed upload may have accepted some of its orders. The accepted orders can be read only by the application that
   * uploaded them.
   */
  async #resultsOf(
    live: LiveSession,
    { batchId, state, isGone, isReadable }: ConsoleBatch,
  ): Promise<readonly UploadResult[]> {
    if (isReadable) return this.platform.fewRecords<UploadResult>(live, batchId);
    if (state !== 'failed' || isGone) return [];
    return this.platform
      .clientOf(live)
      .orders.taken(batchId)
      .catch((error: unknown) => {
        if (error instanceof PlatformError && error.errorCode === errorCode.batchUnknown) return [];
        throw error;
      });
  }
}

/**
 * Wraps the received bytes in an upload request without parsing them. The console does not check the orders, because
 * the platform does.
 */
function uploadOf(orders: Buffer<ArrayBuffer>, checkOnly: boolean): Blob {
  const beginning = orders.toString('latin1', 0, beginningBytes);
  if (!/^[ \t\r\n]*\[/.test(beginning)) throw new ConsoleError('wrong-call', 'The orders must be a list in JSON');
  // A blob is sent piece by piece, whereas a byte array would first be copied completely.
  return new Blob([`{${checkOnly ? '"check_only":"1",' : ''}"order_list":`, orders, '}']);
}

/** The platform judges the values. */
function filtersOf(query: Readonly<Record<string, unknown>>): object {
  const [status, partner, from, to] = ['status', 'partner', 'from', 'to'].map((name) => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  });
  return {
    ...(status === undefined ? {} : { status_code: status.split(',') }),
    ...(partner === undefined ? {} : { client_member_code_list: [partner] }),
    ...(from === undefined ? {} : { order_day_from: from }),
    ...(to === undefined ? {} : { order_day_to: to }),
  };
}

function listed(slip: ListedSlip): ListedOrder {
  return {
    tradeId: slip.trade_id,
    version: slip.version,
    uploadNo: slip.upload_no,
    statusCode: slip.status_code,
    // The previous release of the data API does not send the number and the names.
    checkNumber: slip.check_number ?? '',
    ownMember: slip.member_code_self,
    partner: slip.member_code_partner,
    partnerName: slip.member_name_partner ?? '',
    orderDay: slip.order_day,
    wishedDay: slip.hope_delivery_date,
    total: slip.trade_total,
    isPlanned: slip.status_code === slipStatus.planned,
  };
}

function uploaded(result: UploadResult): UploadedOrder {
  return {
    seq: Number(result.seq),
    uploadNo: result.upload_no,
    isAccepted: result.result === uploadOutcome.accepted,
    tradeId: result.trade_id,
    checkNumber: result.check_number,
    version: result.version,
    errors: result.error_list.map(fieldError),
  };
}
