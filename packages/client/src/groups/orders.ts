import {
  apiPaths,
  type GeneratedOrder,
  type ListedOrder,
  type OrderGenerateAnswer,
  type OrderGenerateRequest,
  type OrderListRequest,
  ownLimits,
  type UploadGetAnswer,
  type UploadOrder,
  type UploadResult,
} from '@trading-platform/domain-types';
import type { BatchClient } from '../batches/batch-client.js';
import type { BatchOptions, ResumeOptions } from '../batches/batch-options.js';
import type { Download } from '../batches/download.js';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import type { List } from '../calls/list.js';
import { withinLimits } from './in-parts.js';
import { listCall } from './lists.js';

/** How orders are uploaded. */
export interface UploadOptions extends BatchOptions {
  /** Only judge the orders: nothing is taken. */
  readonly checkOnly?: boolean | undefined;
  /** Called with the outcomes of each upload as it ends: where a later one fails, these orders are judged all the same. */
  readonly onResults?: ((results: readonly UploadResult[]) => void) | undefined;
}

const encoder = new TextEncoder();
/** An upload takes 16 MiB; some is left for what stands around the orders. */
const mostUploadBytes = 15 * 1_048_576;

/** Uploading orders, sending planned ones, and the list of them (Spec 4.11). */
export class OrderCalls {
  readonly #api: DataApi;
  readonly #batches: BatchClient;

  constructor(api: DataApi, batches: BatchClient) {
    this.#api = api;
    this.#batches = batches;
  }

  /**
   * Uploads orders, waits until all are judged, and answers the outcome of each in their order. More than one upload takes are sent in
   * several, one after the other. If one fails, `batchId` of the error and `taken` tell which of its orders were taken. May be repeated: an order that was taken under its `upload_no` is answered with the same slip.
   *
   * @throws PlatformError
   */
  async upload(orders: readonly UploadOrder[], options: UploadOptions = {}): Promise<readonly UploadResult[]> {
    const { checkOnly = false, onResults, ...rest } = options;
    const { uploadOrders, uploadLines } = ownLimits;
    const parts = withinLimits(orders, [uploadOrders, uploadLines, mostUploadBytes], measureOrder);
    const results: UploadResult[] = [];
    for (const part of parts.length === 0 ? [[]] : parts) {
      const request = { ...(checkOnly ? { check_only: '1' as const } : {}), order_list: part };
      const ofPart = await this.#batches.download('order-upload', request, rest).toArray();
      onResults?.(ofPart);
      results.push(...ofPart);
    }
    return results;
  }

  /** The outcomes of an upload whose `batch_id` is known, once it has ended. */
  results(batchId: string, options: ResumeOptions = {}): Download<UploadResult> {
    return this.#batches.resume('order-upload', { batchId }, options);
  }

  /**
   * The outcomes of those orders that an upload had taken when it ended with an error (`batch-failed`); the others can be sent again.
   *
   * @throws PlatformError
   */
  async taken(batchId: string, { signal }: CallOptions = {}): Promise<readonly UploadResult[]> {
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(ownLimits.uploadOrders) };
    const { body } = await this.#api.call({ path: apiPaths.upload.get, body: range, signal });
    return (body as unknown as UploadGetAnswer).result_list;
  }

  /**
   * Sends planned orders, all or none, and answers `trade_id` and `version` of each.
   *
   * @throws PlatformError
   */
  async generate(request: OrderGenerateRequest, { signal }: CallOptions = {}): Promise<readonly GeneratedOrder[]> {
    const { body } = await this.#api.call({ path: apiPaths.orderGenerate, body: request, signal });
    return (body as unknown as OrderGenerateAnswer).result_list;
  }

  /** The caller's orders with their versions. */
  list(request: OrderListRequest = {}, options: CallOptions = {}): List<ListedOrder> {
    return listCall(this.#api, { path: apiPaths.orderList, arrayName: 'order_list' }, request, options);
  }
}

function measureOrder(order: UploadOrder): readonly number[] {
  return [1, order?.detail_list?.length ?? 0, encoder.encode(JSON.stringify(order)).length + 1];
}
