import { randomBytes } from 'node:crypto';
import { member } from '../market/members.js';
import { orderLine } from '../market/order-products.js';
import type { Answer, Fields } from '../probe/answer.js';
import { awaitEnd, getRange, requestBatch } from '../probe/batches.js';
import type { CallOptions, Probe } from '../probe/probe.js';
import { todayInJapan } from '../rules/calendar.js';
import { textOf } from './records.js';

/** An upload that has ended. */
export interface Uploaded {
  readonly batchId: string;
  readonly check: Answer;
  readonly get: Answer;
  readonly results: readonly Fields[];
}

/** Returns an upload number that no other run has used. */
export function newUploadNo(): string {
  return `CK-${Date.now().toString(36)}-${randomBytes(5).toString('hex')}`;
}

const daysAhead = 30;

/** Returns a valid order of `head`: two units of one product, to be delivered in a month. */
export function anOrder(change: object = {}): object {
  return {
    upload_no: newUploadNo(),
    member_code_self: member.head,
    member_code_partner: member.seller,
    hope_delivery_date: todayInJapan(daysAhead),
    send_flg: '1',
    detail_list: [aLine()],
    ...change,
  };
}

export function aLine(change: object = {}): object {
  return { line_no: '1', catalog_id: orderLine.standard, prod_lot_qty: '2', ...change };
}

/** Uploads orders, waits until the upload has ended, and gets all results. */
export async function upload(
  probe: Probe,
  orders: readonly object[],
  more: object = {},
  options: CallOptions = {},
): Promise<Uploaded> {
  const requested = await requestBatch(probe, 'upload', { ...more, order_list: orders }, options);
  const batchId = requested.expectStatus(200).string('batch_id');
  const { check } = await awaitEnd(probe, 'upload', batchId, options);
  const get = await getRange(probe, 'upload', batchId, [1, orders.length], options);
  return { batchId, check, get, results: get.expectNormal().list('result_list') };
}

/** Uploads orders without defects and returns their results. */
export async function takenOrders(probe: Probe, orders: readonly object[]): Promise<readonly Fields[]> {
  const { get, results } = await upload(probe, orders);
  for (const result of results) get.expectEqual(result['result'], '0', `the result of ${textOf(result, 'upload_no')}`);
  return results;
}

/** Returns criteria for the slips with these ids that were ordered between yesterday and tomorrow. */
export function slipsWithIds(ids: readonly string[]): object {
  return {
    target_date_set: '2',
    target_date_from: todayInJapan(-1),
    target_date_to: todayInJapan(1),
    status_code: ['10', '40'],
    trade_id: ids,
  };
}
