import {
  apiPaths,
  type FieldOfAction,
  type GeneratedOrder,
  type ListedOrder,
  type OrderGenerateAnswer,
  type OrderGenerateRequest,
  type OrderListRequest,
  ownLimits,
  type SlipAction,
  type UpdateGetAnswer,
  type UpdateResult,
  type UpdateSlip,
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

/** Options of updates. */
export interface UpdateOptions extends BatchOptions {
  /** If true, the platform only judges the updates and makes none of them. */
  readonly checkOnly?: boolean | undefined;
  /**
   * Called with the outcomes of each batch of updates when it ends. The outcomes of earlier batches stay valid if a later
   * batch fails.
   */
  readonly onResults?: ((results: readonly UpdateResult[]) => void) | undefined;
}

/** The update of a slip by one action: the fields that the action takes. */
export type UpdateBy<Action extends SlipAction> = Pick<
  UpdateSlip,
  'update_no' | 'trade_id' | 'version' | 'batch_id' | 'seq' | 'member_code_self'
> &
  Partial<Pick<UpdateSlip, FieldOfAction<Action>>>;

const encoder = new TextEncoder();
/** The maximum size of the orders in one upload. An upload may have 16 MiB; the rest is for the text around the orders. */
const mostUploadBytes = 15 * 1_048_576;

/** Uploads orders, sends planned orders, updates slips, and lists orders (Spec 4.11). */
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
    const { uploadOrders, uploadLines } = ownLimits;
    const parts = withinLimits(orders, [uploadOrders, uploadLines, mostUploadBytes], measure);
    return inTurn(parts, options, (part, flags, rest) =>
      this.#batches.download('order-upload', { ...flags, order_list: part }, rest).toArray(),
    );
  }

  /** The outcomes of an existing upload, once it has ended. */
  results(batchId: string, options: ResumeOptions = {}): Download<UploadResult> {
    return this.#batches.resume('order-upload', { batchId }, options);
  }

  /**
   * The outcomes of the orders that a failed upload (`batch-failed`) had accepted; all other orders can be sent again.
   *
   * @throws PlatformError
   */
  async taken(batchId: string, { signal }: CallOptions = {}): Promise<readonly UploadResult[]> {
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(ownLimits.uploadOrders) };
    const { body } = await this.#api.call({ path: apiPaths.upload.get, body: range, signal });
    return (body as unknown as UploadGetAnswer).result_list;
  }

  /**
   * Updates slips, each by one action, waits until all updates are judged, and returns their outcomes in order. One slip can
   * be in the list once. If one batch cannot hold all updates, several batches are sent one after the other. If a batch fails,
   * `madeUpdates` with the `batchId` of the error lists the updates that were made. The call may be repeated: an update that
   * was already made under its `update_no` is answered as before.
   *
   * @throws PlatformError
   * @example
   * const [outcome] = await client.orders.update([{ update_no: 'S-1', trade_id, version, action: 'ship' }]);
   */
  async update(updates: readonly UpdateSlip[], options: UpdateOptions = {}): Promise<readonly UpdateResult[]> {
    const { updateSlips, updateLines } = ownLimits;
    const parts = withinLimits(updates, [updateSlips, updateLines, mostUploadBytes], measure);
    return inTurn(parts, options, (part, flags, rest) =>
      this.#batches.download('trade-update', { ...flags, slip_list: part }, rest).toArray(),
    );
  }

  /** The outcomes of an existing batch of updates, once it has ended. */
  updateResults(batchId: string, options: ResumeOptions = {}): Download<UpdateResult> {
    return this.#batches.resume('trade-update', { batchId }, options);
  }

  /**
   * The outcomes of the updates that a failed batch (`batch-failed`) had made; all other updates can be sent again.
   *
   * @throws PlatformError
   */
  async madeUpdates(batchId: string, { signal }: CallOptions = {}): Promise<readonly UpdateResult[]> {
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(ownLimits.updateSlips) };
    const { body } = await this.#api.call({ path: apiPaths.tradeUpdate.get, body: range, signal });
    return (body as unknown as UpdateGetAnswer).result_list;
  }

  /**
   * The buyer changes an order that the seller has not confirmed. This method and the following ones work like
   * `update`, for one slip.
   */
  change(update: UpdateBy<'change'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('change', update, options);
  }

  /** The buyer or the seller cancels an order. */
  cancel(update: UpdateBy<'cancel'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('cancel', update, options);
  }

  /** The seller confirms an order, perhaps for another delivery date. */
  confirm(update: UpdateBy<'confirm'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('confirm', update, options);
  }

  /** The seller ships the goods, or corrects a shipment. Lines that are not named are shipped as they are. */
  ship(update: UpdateBy<'ship'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('ship', update, options);
  }

  /** The seller cancels a shipment. */
  cancelShipment(update: UpdateBy<'cancel_shipment'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('cancel_shipment', update, options);
  }

  /** The buyer asks the seller to correct a shipment. */
  requestCorrection(update: UpdateBy<'request_correction'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('request_correction', update, options);
  }

  /** The buyer receives the goods. */
  receive(update: UpdateBy<'receive'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('receive', update, options);
  }

  /** The buyer returns goods. The outcome names the new slip of the return. */
  returnGoods(update: UpdateBy<'return'>, options?: UpdateOptions): Promise<UpdateResult> {
    return this.#updateBy('return', update, options);
  }

  async #updateBy(
    action: SlipAction,
    update: Omit<UpdateSlip, 'action'>,
    options: UpdateOptions = {},
  ): Promise<UpdateResult> {
    const [outcome] = await this.update([{ ...update, action }], options);
    return outcome as UpdateResult;
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

/** Sends the parts of a list one after the other, and returns the outcomes of all of them. */
async function inTurn<Element, Outcome>(
  parts: readonly (readonly Element[])[],
  {
    checkOnly = false,
    onResults,
    ...rest
  }: BatchOptions & {
    readonly checkOnly?: boolean | undefined;
    readonly onResults?: ((results: readonly Outcome[]) => void) | undefined;
  },
  send: (
    part: readonly Element[],
    flags: { readonly check_only?: '1' },
    rest: BatchOptions,
  ) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const results: Outcome[] = [];
  for (const part of parts.length === 0 ? [[]] : parts) {
    const ofPart = await send(part, checkOnly ? { check_only: '1' } : {}, rest);
    onResults?.(ofPart);
    results.push(...ofPart);
  }
  return results;
}

function measure(element: UploadOrder | UpdateSlip): readonly number[] {
  return [1, element?.detail_list?.length ?? 0, encoder.encode(JSON.stringify(element)).length + 1];
}
