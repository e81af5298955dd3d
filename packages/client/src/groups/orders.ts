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

/** Options of an upload. */
export interface UploadOptions extends BatchOptions {
  /** If true, the platform only judges the orders and accepts none of them. */
  readonly checkOnly?: boolean | undefined;
  /**
   * Called with the outcomes of each upload when the upload ends. The outcomes of earlier uploads stay valid if a later
   * upload fails.
   */
  readonly onResults?: ((results: readonly UploadResult[]) => void) | undefined;
}

const encoder = new TextEncoder();
/** The maximum size of the orders in one upload. An upload may have 16 MiB; the rest is for the text around the orders. */
const mostUploadBytes = 15 * 1_048_576;

/** Uploads orders, sends planned orders, and lists orders (Spec 4.11). */
export class OrderCalls {
  readonly #api: DataApi;
  readonly #batches: BatchClient;

  constructor(api: DataApi, batches: BatchClient) {
    this.#api = api;
    this.#batches = batches;
  }

  /**
   * Uploads orders, waits until all are judged, and returns their outcomes in order. If one upload cannot hold all
   * orders, several uploads are sent one after the other. If an upload fails, `taken` with the `batchId` of the error
   * lists the orders that were accepted. The call may be repeated: for an order that was already accepted under its
   * `upload_no`, the same slip is returned.
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

  /** The outcomes of an existing upload, once it has ended. */
  results(batchId: string, options: ResumeOptions = {}): Download<UploadResult> {
    return this.#batches.resume('order-upload', { batchId }, options);
  }

  /**
   * The outcomes of the orders that a failed upload (`batch-failed`) had accepted; the others can be sent again.
   *
   * @throws PlatformError
   */
  async taken(batchId: string, { signal }: CallOptions = {}): Promise<readonly UploadResult[]> {
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(ownLimits.uploadOrders) };
    const { body } = await this.#api.call({ path: apiPaths.upload.get, body: range, signal });
    return (body as unknown as UploadGetAnswer).result_list;
  }

  /**
   * Sends planned orders, either all of them or none, and returns `trade_id` and `version` of each order.
   *
   * @throws PlatformError
   */
  async generate(request: OrderGenerateRequest, { signal }: CallOptions = {}): Promise<readonly GeneratedOrder[]> {
    const { body } = await this.#api.call({ path: apiPaths.orderGenerate, body: request, signal });
    return (body as unknown as OrderGenerateAnswer).result_list;
  }

  /** Lists the caller's orders with their versions. */
  list(request: OrderListRequest = {}, options: CallOptions = {}): List<ListedOrder> {
    return listCall(this.#api, { path: apiPaths.orderList, arrayName: 'order_list' }, request, options);
  }
}

function measureOrder(order: UploadOrder): readonly number[] {
  return [1, order?.detail_list?.length ?? 0, encoder.encode(JSON.stringify(order)).length + 1];
}
