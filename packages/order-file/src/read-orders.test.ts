import { describe, expect, it } from '@jest/globals';
import { aTable } from '../test/a-table.js';
import { checkOrders } from './check-orders.js';
import { orderForm } from './contract-form.js';
import { missingProducts } from './missing-products.js';
import { columnFields } from './order-form.js';
import { placeOf } from './order-place.js';
import { readOrders } from './read-orders.js';

const names = 'upload_no,member_code_self,member_code_partner,hope_delivery_date,send_flg,catalog_id,prod_lot_qty';
const order = { member_code_self: '1', member_code_partner: '2', hope_delivery_date: '2030-01-10', send_flg: '0' };
const rest = '1,2,2030-01-10,0';

function readTable(text: string) {
  return readOrders(aTable(text), orderForm);
}

function readText(text: string) {
  return readOrders({ format: 'json', name: 'orders.json', encoding: 'utf-8', text }, orderForm);
}

describe('a table of orders', () => {
  it('becomes orders: successive lines with the same number are one order', () => {
    const lines = [`U1,${rest},c-1,2`, `U1,${rest},c-2,3`, `U2,${rest},,1`, `U1,${rest},c-3,1`];
    const { orders, places } = readTable([names, ...lines].join('\n'));
    expect(orders).toEqual([
      {
        upload_no: 'U1',
        ...order,
        detail_list: [
          { line_no: '1', catalog_id: 'c-1', prod_lot_qty: '2' },
          { line_no: '2', catalog_id: 'c-2', prod_lot_qty: '3' },
        ],
      },
      { upload_no: 'U2', ...order, detail_list: [{ line_no: '1', prod_lot_qty: '1' }] },
      { upload_no: 'U1', ...order, detail_list: [{ line_no: '1', catalog_id: 'c-3', prod_lot_qty: '1' }] },
    ]);
    expect(places).toEqual([
      { line: 2, detailLines: [2, 3] },
      { line: 4, detailLines: [4] },
      { line: 5, detailLines: [5] },
    ]);
  });

  it('has the columns of an order and of its line', () => {
    const columns = columnFields(orderForm).map(({ name }) => name);
    expect(columns).toEqual(expect.arrayContaining(names.split(',')));
    expect(columns).not.toContain('detail_list');
  });

  it.each([
    [`${names},amount\nU1,${rest},c,1,2\n`, [{ kind: 'unknown-column', item: 'amount', line: 1 }]],
    [names.replace(',send_flg', ''), [{ kind: 'missing-column', item: 'send_flg', line: 1 }]],
    [`${names}\nU1,1\n`, [{ kind: 'cells', item: '', line: 2, limit: 7 }]],
    [`${names}\n"U1,${rest},c,1\n`, [{ kind: 'quotes', item: '', line: 2 }, { kind: 'cells' }]],
  ])('cannot be read: %j', (text, defects) => {
    const read = readTable(text);
    expect(read.orders).toEqual([]);
    expect(read.defects).toMatchObject(defects);
  });

  it('of 20,000 lines is read and checked', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `U${Math.floor(index / 20)},${rest},c-${index},1`);
    const { orders } = readTable([names, ...lines].join('\n'));
    expect(orders).toHaveLength(1_000);
    expect(checkOrders(orders, orderForm)).toEqual([]);
  });
});

describe('orders as JSON', () => {
  it('are a list, or the body of an upload', () => {
    const orders = [{ upload_no: 'U1' }];
    expect(readText(JSON.stringify(orders)).orders).toEqual(orders);
    expect(readText(JSON.stringify({ order_list: orders })).orders).toEqual(orders);
  });

  it('keep numbers as they are written', () => {
    expect(readText('[{"prod_lot_qty":1.50,"line_no":10,"other":12345678901234567890}]').orders).toEqual([
      { prod_lot_qty: '1.50', line_no: 10, other: '12345678901234567890' },
    ]);
  });

  it.each([
    ['{"orders":[]}', [{ kind: 'no-list', item: '' }]],
    ['null', [{ kind: 'no-list', item: '' }]],
    ['[\n{"a":1,}\n]', [{ kind: 'not-json', item: '', line: 2 }]],
    ['', [{ kind: 'not-json', item: '' }]],
  ])('cannot be read: %j', (text, defects) => {
    expect(readText(text)).toMatchObject({ orders: [], places: [], defects });
  });
});

describe('the form of orders', () => {
  const line = { line_no: '1', catalog_id: 'c', prod_lot_qty: '1' };
  const whole = { upload_no: 'U1', ...order, detail_list: [line] };

  it('allows what the platform takes', () => {
    const numbers = {
      ...whole,
      upload_no: 'U2',
      send_flg: 1,
      detail_list: [{ ...line, line_no: 1, prod_lot_qty: 10.5 }],
    };
    expect(checkOrders([whole, numbers], orderForm)).toEqual([]);
  });

  it.each([
    [{ upload_no: '' }, 'missing', 'upload_no'],
    [{ upload_no: undefined }, 'missing', 'upload_no'],
    [{ upload_no: 5 }, 'type', 'upload_no'],
    [{ upload_no: 'x'.repeat(41) }, 'length', 'upload_no'],
    [{ hope_delivery_date: '2030-02-30' }, 'day', 'hope_delivery_date'],
    [{ hope_delivery_date: '10.01.2030' }, 'day', 'hope_delivery_date'],
    [{ send_flg: '2' }, 'value', 'send_flg'],
    [{ detail_list: [] }, 'few', 'detail_list'],
    [{ detail_list: {} }, 'type', 'detail_list'],
    [{ detail_list: Array.from({ length: 301 }, () => line) }, 'many', 'detail_list'],
    [{ detail_list: [line, 'c'] }, 'type', 'detail_list[1]'],
    [{ detail_list: [line, { ...line, prod_lot_qty: '1,5' }] }, 'number', 'detail_list[1].prod_lot_qty'],
    [{ detail_list: [{ ...line, prod_remarks: 'x'.repeat(2_001) }] }, 'length', 'detail_list[0].prod_remarks'],
  ])('does not allow %j', (change, kind, item) => {
    const orders = [
      { ...whole, upload_no: 'U0' },
      { ...whole, ...change },
    ];
    expect(checkOrders(orders, orderForm)).toMatchObject([{ kind, item: `order_list[1].${item}` }]);
  });

  it('allows a number once, and bounds the orders and all their lines', () => {
    expect(checkOrders([whole, whole], orderForm)).toEqual([{ kind: 'repeated', item: 'order_list[1].upload_no' }]);
    expect(checkOrders([], orderForm)).toEqual([{ kind: 'few', item: 'order_list', limit: 1 }]);
    const numbered = (count: number, lines: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...whole,
        upload_no: `U${index}`,
        detail_list: Array.from({ length: lines }, () => line),
      }));
    expect(checkOrders(numbered(1_001, 1), orderForm)).toEqual([{ kind: 'many', item: 'order_list', limit: 1_000 }]);
    const tooLong = [{ kind: 'many-lines', item: 'order_list', limit: 20_000 }];
    expect(checkOrders(numbered(100, 201), orderForm)).toEqual(tooLong);
  });
});

describe('products of orders', () => {
  const known = { memberCode: '1', catalogIds: new Set(['c']), privateItemCodes: new Set(['p']) };
  const item = 'order_list[0].detail_list';

  it('are reported as missing under the code that names them, for orders of the member', () => {
    const lines = [
      { catalog_id: 'c' },
      { private_item_code: 'p' },
      { catalog_id: 'x', private_item_code: 'p' },
      { private_item_code: 'x' },
      {},
    ];
    const orders = ['1', '2'].map((member_code_self) => ({ member_code_self, detail_list: lines }));
    expect(missingProducts(orders, orderForm, known)).toEqual([
      { kind: 'unknown-product', item: `${item}[2].catalog_id` },
      { kind: 'unknown-product', item: `${item}[3].private_item_code` },
    ]);
  });
});

describe('the place of a message about an upload', () => {
  const places = [
    { line: 2, detailLines: [2, 3] },
    { line: 7, detailLines: [7, 8] },
  ];

  it.each([
    ['order_list[1].detail_list[1].prod_lot_qty', { order: 1, detail: 1, column: 'prod_lot_qty', line: 8 }],
    ['order_list[1].detail_list[9].catalog_id', { order: 1, detail: 9, column: 'catalog_id', line: 7 }],
    ['order_list[1].detail_list', { order: 1, detail: undefined, column: '', line: 7 }],
    ['order_list[0].upload_no', { order: 0, detail: undefined, column: 'upload_no', line: 2 }],
    ['order_list[5].upload_no', { order: 5, detail: undefined, column: 'upload_no', line: undefined }],
    ['send_flg', { order: undefined, detail: undefined, column: 'send_flg', line: undefined }],
    ['納品日', { order: undefined, detail: undefined, column: '納品日', line: undefined }],
    ['', { order: undefined, detail: undefined, column: '', line: undefined }],
  ])('%j', (item, place) => {
    expect(placeOf({ item }, places)).toEqual(place);
  });
});
