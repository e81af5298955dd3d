import type { ApiAnswer, ApiCaller } from './api-caller.js';
import type { Platform } from './platform.js';

/** The buyer and the sellers in a small market for orders. */
export const orderMembers = {
  buyer: '10000001',
  seller: '20000001',
  /** This member has no relation to the buyer. */
  stranger: '30000001',
} as const;

/** The result of one order in the answer to an upload. */
export interface UploadRow {
  readonly seq: string;
  readonly upload_no: string;
  readonly result: string;
  readonly trade_id: string;
  readonly check_number: string;
  readonly version: string;
  readonly error_list: readonly { readonly error_item: string; readonly error_code: string }[];
}

export const upload = '/order/upload';

const dayMs = 86_400_000;

/** Returns the day in Japan that is a number of days from now, as `yyyy-MM-dd`. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * dayMs).toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' });
}

/** Loads the market, and signs in callers of the buyer and of the seller. */
export async function openOrderMarket(
  platform: Pick<Platform, 'load' | 'caller'>,
): Promise<{ readonly buyers: ApiCaller; readonly sellers: ApiCaller }> {
  await loadOrderMarket(platform);
  const { buyer, seller } = orderMembers;
  return { buyers: await platform.caller(buyer), sellers: await platform.caller(seller) };
}

/**
 * Products `c-1` to `c-60` of the seller. Each product costs 100 yen and is delivered on the next day. The minimum
 * quantity is four, and the quantity must be even.
 */
export async function loadOrderMarket(platform: Pick<Platform, 'load'>): Promise<void> {
  const { buyer, seller, stranger } = orderMembers;
  await platform.load(
    'members',
    [buyer, seller, stranger].map((member_code) => ({
      member_code,
      member_name: `name of ${member_code}`,
      tax_calc_method: '1',
    })),
  );
  await platform.load(
    'master',
    Array.from({ length: 60 }, (_, n) => productLine(seller, n + 1)),
  );
  await platform.load('delivery-places', [
    {
      member_code: buyer,
      delivery_place_id: 'P1',
      delivery_place_code: 'DOCK',
      delivery_place_name: 'dock',
      default_flg: '1',
    },
  ]);
}

function productLine(partner: string, n: number) {
  const item_id = `i-${partner}-${n}`;
  return {
    member_code: orderMembers.buyer,
    member_code_partner: partner,
    customer_code: 'K1',
    buy: [{ item_id, subject_code: 'S1' }],
    catalog: [
      {
        catalog_id: catalogId(n, partner),
        item_id,
        item_name: `item ${n}`,
        prod_lot_price: '100',
        status_code: '0',
        view_active_code: '1',
        sell_stop_active_code: '0',
        item_deleted_code: '0',
        tax_rate_code: '0',
        prod_lot_with_tax_code: '0',
        lead_time: '1',
        minimum_lot: '4',
        multiple_lot: '2',
        private_item_code: `own-${partner}-${n}`,
      },
    ],
  };
}

export function catalogId(n: number, partner: string = orderMembers.seller): string {
  return `c-${partner}-${n}`;
}

/** Returns an order with one line that will be accepted. */
export function anOrder(uploadNo: string, change: object = {}) {
  return {
    upload_no: uploadNo,
    member_code_self: orderMembers.buyer,
    member_code_partner: orderMembers.seller,
    hope_delivery_date: dayAhead(30),
    send_flg: '1',
    detail_list: [aLine()],
    ...change,
  };
}

export function aLine(change: object = {}) {
  return { line_no: '1', catalog_id: catalogId(1), prod_lot_qty: '10', ...change };
}

/** Returns orders with five lines each. */
export function manyOrders(count: number, prefix: string) {
  return Array.from({ length: count }, (_, position) =>
    anOrder(`${prefix}-${position}`, {
      detail_list: Array.from({ length: 5 }, (__, n) =>
        aLine({ line_no: n + 1, catalog_id: catalogId(1 + ((position + n) % 20)) }),
      ),
    }),
  );
}

/** Uploads orders, waits until the upload has ended, and returns the last check and the results. */
export async function uploadOrders(caller: ApiCaller, orders: readonly object[], more: object = {}) {
  const batchId = await caller.request(upload, { order_list: orders, ...more });
  return uploadEnd(caller, batchId);
}

export async function uploadEnd(caller: ApiCaller, batchId: string) {
  const { count } = await caller.waitForEnd(upload, batchId);
  const { body: check } = await checkUpload(caller, batchId);
  const rows = await caller.records<UploadRow>(upload, { batchId, count, arrayName: 'result_list', pageSize: 400 });
  return { batchId, check, rows };
}

export function checkUpload(
  caller: ApiCaller,
  batchId: string,
): Promise<ApiAnswer<{ batch_flg: string; record_count: string; error_count: string }>> {
  return caller.call(`${upload}/check`, { batch_id: batchId });
}

/** Returns the slips of the last days that a member can see, from its trade download. */
export async function downloadSlips<Row>(caller: ApiCaller): Promise<Row[]> {
  const period = { target_date_set: '2', target_date_from: dayAhead(-1), target_date_to: dayAhead(1) };
  const statuses = { status_code: ['10', '40'] };
  const batchId = await caller.request('/trade/download', { ...period, ...statuses });
  const { count } = await caller.waitForEnd('/trade/download', batchId);
  return caller.records<Row>('/trade/download', { batchId, count, arrayName: 'trade', pageSize: 1_000 });
}
