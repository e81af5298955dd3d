import { expect } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import type { ImportKind } from '@trading-platform/domain-types';
import type { AcceptedOrder } from '../src/order/judge-order.js';
import { orderJudge } from '../src/order/judge-order.js';
import { askedPairs } from '../src/order/order-source.js';
import type { OrderToTake } from '../src/order/order-store.js';
import { orderDigest, type UploadedOrder } from '../src/order/uploaded-order.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { TypeOrmOrderSource } from '../src/typeorm/repositories/typeorm-order-source.js';
import { anOrder, sentAt } from './order-builders.js';

const [buyer, seller] = ['10000001', '20000001'];
const head = '10000000';

const orderable = { view_active_code: '1', status_code: '0', sell_stop_active_code: '0', item_deleted_code: '0' };

export function aMasterLine(catalogId: string, line: object = {}, record: object = {}) {
  return {
    member_code: buyer,
    member_code_partner: seller,
    customer_code: 'T1',
    op_name: 'Yamada',
    buy: [{ item_id: `I-${catalogId}`, subject_code: `S-${catalogId}` }],
    catalog: [{ catalog_id: catalogId, item_id: `I-${catalogId}`, prod_lot_price: '100', ...orderable, ...line }],
    ...record,
  };
}

export async function load(database: Database, kind: ImportKind, records: readonly object[]): Promise<void> {
  expect(await importRecords(kind, database, linesOf(records))).toMatchObject({ refusals: [] });
}

/** Loads a buyer, its head office (which is also its FC owner), a seller, and an unrelated member. */
export async function fillMarket(database: Database): Promise<void> {
  const invoicing = { tax_calc_method: '1', below_dec_point: '0', invoice_member_kbn: '1' };
  await load(database, 'members', [
    { member_code: head, member_name: 'head', ...invoicing },
    {
      member_code: buyer,
      member_name: 'buyer',
      head_office_member_code: head,
      fc_owner_member_code: head,
      ...invoicing,
    },
    { member_code: seller, member_name: 'seller', ...invoicing },
    { member_code: '30000001', member_name: 'stranger' },
  ]);
  await load(database, 'master', [
    aMasterLine('c1', { private_item_code: 'P1', food_cat_large_code: '01' }),
    aMasterLine('c2', { private_item_code: 'P2' }),
    aMasterLine('h1', { private_item_code: 'P3', share_flg: '1', food_cat_large_code: '02' }, { member_code: head }),
    { member_code: buyer, member_code_partner: seller, buy: [{ item_id: 'I-h1', subject_code: 'own of h1' }] },
  ]);
  await load(database, 'delivery-places', [
    { member_code: buyer, delivery_place_id: '2', delivery_place_code: 'K2', default_flg: '1' },
    { member_code: buyer, delivery_place_id: '1', delivery_place_code: 'K1' },
  ]);
  await load(database, 'businessholiday', [
    { member_code_seller: seller, businessholiday: [{ set_id: '1', holiday: '2026-11-19' }] },
  ]);
  await load(database, 'orderblock', [
    { member_code_buyer: '', seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '0' }] }] },
    { member_code_buyer: buyer, seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '0' }] }] },
  ]);
  await load(database, 'fc-prices', [
    {
      fc_owner_member_code: head,
      food_cat_large_code: '01',
      method: 'rate',
      value: '10',
      rounding: '0',
      date_basis: 'order',
    },
  ]);
}

/** Returns the orders in the form in which a store accepts them. All these orders are valid. */
export async function ordersToTake(
  database: Database,
  orders: readonly UploadedOrder[],
  callerMemberCode = buyer,
): Promise<readonly OrderToTake[]> {
  const pairs = await new TypeOrmOrderSource(database).readPairs(callerMemberCode, [...askedPairs(orders).values()]);
  const [pair] = pairs;
  if (pair === undefined || !('buyer' in pair)) throw new Error(`Refused: ${String(pair)}`);
  const judge = orderJudge(pair, sentAt);
  return orders.map((order) => ({ callerMemberCode, accepted: accepted(judge(order)), digest: orderDigest(order) }));
}

function accepted(judgement: ReturnType<ReturnType<typeof orderJudge>>): AcceptedOrder {
  if (!('accepted' in judgement)) throw new Error(JSON.stringify(judgement.errors));
  return judgement.accepted;
}

/** Makes orders with one line each and with the given upload numbers. */
export function ordersOf(uploadNos: readonly string[], given: Partial<UploadedOrder> = {}): readonly UploadedOrder[] {
  return uploadNos.map((upload_no) => anOrder({ upload_no, ...given }));
}

/** Returns the element at an index, which must exist. */
export function nth<Element>(list: readonly Element[], index: number): Element {
  const element = list[index];
  if (element === undefined) throw new RangeError(`There is no element ${index}`);
  return element;
}
