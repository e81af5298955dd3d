import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const buyer = '10000001';

const sellers = 2_500;
const deliveryPlaces = 20_000;
const orders = 100_000;
const categories = 20;
const rareEvery = 1_000;
const planned = '10';
const statuses = ['40', '60', '80', '84', planned];

/** A category that every twentieth product has, sale stopped for every thousandth, and a status of every fifth order. */
export const filters = {
  category: { food_cat_large_code: '10' },
  stopped: { sell_stop: '2' },
  planned: { status_code: [planned] },
  accepted: { status_code: ['60'] },
};

/**
 * How many elements the lists of the buyer have: all of them, or those that a filter leaves.
 *
 * @param {number} products
 */
export function sizes(products) {
  return {
    products,
    ofCategory: Math.ceil(products / categories),
    stopped: Math.ceil(products / rareEvery),
    partners: Math.min(sellers, products),
    deliveryPlaces,
    orders,
    ofStatus: orders / statuses.length,
  };
}

/**
 * Writes and loads a buyer with so many products of many sellers, with delivery places and with orders.
 *
 * @param {import('../platform.mjs').Platform} platform
 * @param {number} products
 */
export async function loadMarket(platform, products) {
  /** @type {readonly [kind: string, count: number, record: (number: number) => object][]} */
  const files = [
    ['members', sellers + 1, member],
    ['master', products, (number) => product(number, Math.floor((number * sellers) / products))],
    ['delivery-places', deliveryPlaces, deliveryPlace],
    ['trade', orders, order],
  ];
  for (const [kind, count, record] of files) {
    const file = join(platform.folder, `${kind}.ndjson`);
    await pipeline(Readable.from(lines(count, record)), createWriteStream(file));
    await platform.loadFile(kind, file);
  }
}

/**
 * An import file, line by line.
 *
 * @param {number} count
 * @param {(number: number) => object} record
 */
export function* lines(count, record) {
  for (let number = 0; number < count; number++) yield `${JSON.stringify(record(number))}\n`;
}

const sellerCode = (/** @type {number} */ seller) => String(20_000_000 + seller);
const categoryOf = (/** @type {number} */ number) => String(10 + (number % categories));
const isStopped = (/** @type {number} */ number) => number % rareEvery === 0;

/** The buyer, then the sellers. @param {number} number */
export function member(number) {
  const member_code = number === 0 ? buyer : sellerCode(number - 1);
  return { member_code, member_name: `株式会社 ${member_code}` };
}

/**
 * @param {number} number
 * @param {number} seller
 */
export function product(number, seller) {
  const item_id = `I${String(number).padStart(9, '0')}`;
  const food_cat_large_code = categoryOf(number);
  const catalog = {
    catalog_id: `C${item_id}`,
    item_id,
    item_name: `トマトホール缶 ${number}`,
    item_spec: '400g×24缶',
    item_number: `4900000${number % 100_000}`,
    item_unit_name: '缶',
    prod_lot_price: String(100 + (number % 9_000)),
    prod_unit_name: 'ケース',
    food_cat_large_code,
    food_cat_large_name: '缶詰・瓶詰',
    food_cat_middle_code: `${food_cat_large_code}01`,
    food_cat_middle_name: '野菜缶詰',
    status_code: '0',
    view_active_code: '1',
    sell_stop_active_code: isStopped(number) ? '1' : '0',
    item_deleted_code: '0',
    tax_rate_code: '1',
    lead_time: '2',
    minimum_lot: '1',
    multiple_lot: '1',
    private_item_code: `P${number}`,
    create_date: '2026-01-05 10:00:00',
    update_date: '2026-06-10 15:30:00',
  };
  return {
    member_code: buyer,
    member_code_partner: sellerCode(seller),
    customer_code: `K${seller}`,
    buy: [{ item_id }],
    catalog: [catalog],
  };
}

/** @param {number} number */
function deliveryPlace(number) {
  return {
    member_code: buyer,
    delivery_place_id: `D${String(number).padStart(6, '0')}`,
    delivery_place_code: `N${number}`,
    delivery_place_name: `厨房 ${number}`,
    default_flg: number === 0 ? '1' : '0',
  };
}

/** @param {number} number */
function order(number) {
  return {
    trade_id: `T${String(number).padStart(9, '0')}`,
    member_code_self: buyer,
    member_code_partner: sellerCode(number % sellers),
    status_code: statuses[Math.floor(number / sellers) % statuses.length],
    order_day: '2026-06-10',
    hope_delivery_date: '2026-06-12',
    trade_total: String(1_000 + number),
    detail_list: [{ item_name: `トマトホール缶 ${number}` }],
  };
}
