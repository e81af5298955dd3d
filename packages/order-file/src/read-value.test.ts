import { describe, expect, it } from '@jest/globals';
import { aTable } from '../test/a-table.js';
import { orderForm } from './contract-form.js';
import { columnFields } from './order-form.js';
import { readOrders } from './read-orders.js';
import { readValue } from './read-value.js';

const fields = new Map(columnFields(orderForm).map((field) => [field.name, field]));

function read(name: string, written: string): string {
  const field = fields.get(name);
  if (field === undefined) throw new Error(name);
  return readValue(written, field);
}

describe('a value that people have typed', () => {
  it.each([
    ['hope_delivery_date', '2026/12/10', '2026-12-10'],
    ['hope_delivery_date', '2026/2/3 0:00', '2026-02-03'],
    ['hope_delivery_date', '２０２６／１２／１０', '2026-12-10'],
    ['hope_delivery_date', '2026年12月10日(木)', '2026-12-10'],
    ['hope_delivery_date', '20261210', '2026-12-10'],
    ['hope_delivery_date', '令和8年12月10日', '2026-12-10'],
    ['hope_delivery_date', 'R元.5.1', '2019-05-01'],
    ['prod_lot_qty', '１，２００．５', '1200.5'],
    ['prod_lot_qty', '1,234,567', '1234567'],
    ['prod_lot_qty', ' 10 ', '10'],
    ['member_code_self', '１００１０００１', '10010001'],
    ['catalog_id', '１０８０　', '1080'],
    ['line_no', '１', '1'],
    ['send_flg', '１', '1'],
    ['send_flg', '発注を送信', '1'],
    ['send_flg', 'Keep it as a planned order', '0'],
  ])('is read as the platform takes it: %s %s', (name, written, value) => {
    expect(read(name, written)).toBe(value);
  });

  it.each([
    ['hope_delivery_date', '2026-12-10'],
    ['hope_delivery_date', '12/10'],
    ['hope_delivery_date', '26/12/10'],
    ['hope_delivery_date', '2026/02/30'],
    ['hope_delivery_date', '46366'],
    ['prod_lot_qty', '1,5'],
    ['prod_lot_qty', '1.200,5'],
    ['prod_lot_qty', '10個'],
    ['send_flg', '送信'],
    ['upload_no', 'ＰＯ－１ '],
    ['private_item_code', '０６０１'],
    ['private_item_code', '00601'],
    ['delivery_place_code', '01'],
    ['prod_remarks', '　１個ずつ '],
    ['catalog_id', '牛乳'],
  ])(
    'stays as it is written where its meaning is not certain, and in own codes and comments: %s %s',
    (name, written) => {
      expect(read(name, written)).toBe(written);
    },
  );
});

function readTable(text: string) {
  return readOrders(aTable(text), orderForm);
}

describe('a table with Japanese headings', () => {
  const headings = 'アップロード番号,自社会員コード, 取引先会員ｺｰﾄﾞ ,納品希望日,送信フラグ,マイカタログID,数量';

  it('is read, and reports each value whose reading differs from the written text', () => {
    const { orders, readings, defects } = readTable(`${headings},,\nU1,1,2,2026/12/1,1,1080,"1,000",,\n`);
    const line = { line_no: '1', catalog_id: '1080', prod_lot_qty: '1000' };
    const order = { upload_no: 'U1', member_code_self: '1', member_code_partner: '2', send_flg: '1' };
    expect(defects).toEqual([]);
    expect(orders).toEqual([{ ...order, hope_delivery_date: '2026-12-01', detail_list: [line] }]);
    expect(readings).toEqual([
      { line: 2, field: 'hope_delivery_date', written: '2026/12/1', read: '2026-12-01' },
      { line: 2, field: 'prod_lot_qty', written: '1,000', read: '1000' },
    ]);
  });

  it.each([
    ['納品日', [{ kind: 'unknown-column', item: '納品日', line: 1, fitting: ['納品希望日'] }]],
    ['金額合計', [{ kind: 'unknown-column', item: '金額合計', line: 1 }]],
    ['Quantity', [{ kind: 'repeated-column', item: 'prod_lot_qty', line: 1 }]],
  ])('says which heading to type instead of %s', (heading, expected) => {
    expect(readTable(`${headings},${heading}\nU1,1,2,2026/12/1,1,1080,1,1\n`)).toMatchObject({
      orders: [],
      defects: expected,
    });
  });

  it('says where a spreadsheet has shortened a code', () => {
    const { orders, defects } = readTable(`${headings}\nU1,1,2,2026/12/1,1,6.0101E+10,1\n`);
    expect([orders.length, defects]).toEqual([1, [{ kind: 'shortened', item: 'catalog_id', line: 2 }]]);
  });
});
