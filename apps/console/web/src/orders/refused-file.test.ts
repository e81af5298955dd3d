import { describe, expect, it } from '@jest/globals';
import { type OrderField, type OrderForm, readOrders } from '@trading-platform/order-file';
import type { UploadedOrder } from '../../../wire/index.js';
import { refusedFile } from './refused-file.js';

const aField = (name: string, more: Partial<OrderField> = {}): OrderField => ({
  name,
  label: { en: name, ja: name },
  type: 'string',
  isRequired: false,
  isOpen: false,
  ...more,
});
const lines = aField('detail_list', { of: ['line_no', 'catalog_id', 'prod_lot_qty'].map((name) => aField(name)) });
const form: OrderForm = {
  orders: aField('order_list', {
    of: [...['upload_no', 'send_flg', 'order_trade_comment'].map((name) => aField(name)), lines],
  }),
  maxLines: 100,
};
const anOrder = (uploadNo: string, ...products: readonly string[]) => ({
  upload_no: uploadNo,
  send_flg: '1',
  detail_list: products.map((catalog_id, index) => ({
    line_no: String(index + 1),
    catalog_id,
    prod_lot_qty: index + 1,
  })),
});
const aResult = (seq: number, isAccepted: boolean): UploadedOrder => ({
  seq,
  uploadNo: '',
  isAccepted,
  tradeId: '',
  checkNumber: '',
  version: '',
  errors: [],
});
const orders = [anOrder('A', 'p1', 'p2'), anOrder('B', 'p3', 'p4'), anOrder('C', 'p5')];

describe('the table of the orders that were not taken', () => {
  it('has only these orders, with the lines of each, and can be sent as it is', () => {
    const results = [aResult(1, false), aResult(2, true), aResult(3, false)];
    const { file, places } = refusedFile({ name: 'upload-7', orders }, { results }, form);
    expect(file.rows[0]?.cells).toEqual(['upload_no', 'send_flg', 'line_no', 'catalog_id', 'prod_lot_qty']);
    expect(places).toEqual([{ line: 2, detailLines: [2, 3] }, undefined, { line: 4, detailLines: [4] }]);
    const texts = (order: (typeof orders)[number] | undefined) => ({
      ...order,
      detail_list: order?.detail_list.map((line) => ({ ...line, prod_lot_qty: String(line.prod_lot_qty) })),
    });
    expect(readOrders(file, form).orders).toEqual([texts(orders[0]), texts(orders[2])]);
  });

  it('has the orders that an upload did not reach before it broke off', () => {
    const { places } = refusedFile({ name: 'upload-7', orders }, { results: [aResult(1, true)] }, form);
    expect(places.map((place) => place !== undefined)).toEqual([false, true, true]);
  });
});
