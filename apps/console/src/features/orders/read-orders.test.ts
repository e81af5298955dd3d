import { describe, expect, it } from '@jest/globals';
import { ConsoleError } from '../../http/console-error.js';
import { readCsv } from './read-csv.js';
import { readOrders, uploadColumns } from './read-orders.js';

const head = 'upload_no,member_code_self,catalog_id,prod_lot_qty,prod_remarks';

function defectsOf(format: 'json' | 'csv', file: string) {
  try {
    readOrders(format, file);
  } catch (error) {
    if (error instanceof ConsoleError) return error.fields.map(({ line, item }) => [line, item]);
  }
  return undefined;
}

describe('a table of orders', () => {
  it('is read with the line of each row, whatever ends its lines', () => {
    const rows = [
      { line: 1, values: ['a', 'b'] },
      { line: 2, values: ['1,2', 'say "x"\nand y'] },
      { line: 4, values: ['', '3'] },
    ];
    expect(readCsv('\ufeffa,b\n"1,2","say ""x""\nand y"\n,3\n\n')).toEqual(rows);
    expect(readCsv('a,b\r\n1,2').map(({ values }) => values)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('becomes orders: lines that follow each other with the same number are one', () => {
    const file = [head, 'U1,100,c-1,2,', 'U1,100,c-2,3,soon', 'U2,100,c-1,1,', 'U1,100,c-3,1,'].join('\n');
    const { orderList, places } = readOrders('csv', file);
    expect(orderList).toEqual([
      {
        upload_no: 'U1',
        member_code_self: '100',
        detail_list: [
          { line_no: '1', catalog_id: 'c-1', prod_lot_qty: '2' },
          { line_no: '2', catalog_id: 'c-2', prod_lot_qty: '3', prod_remarks: 'soon' },
        ],
      },
      {
        upload_no: 'U2',
        member_code_self: '100',
        detail_list: [{ line_no: '1', catalog_id: 'c-1', prod_lot_qty: '1' }],
      },
      {
        upload_no: 'U1',
        member_code_self: '100',
        detail_list: [{ line_no: '1', catalog_id: 'c-3', prod_lot_qty: '1' }],
      },
    ]);
    expect(places.map(({ line, detailLines }) => [line, detailLines])).toEqual([
      [2, [2, 3]],
      [4, [4]],
      [5, [5]],
    ]);
    expect(uploadColumns).toContain('hope_delivery_date');
    expect(uploadColumns).not.toContain('detail_list');
  });

  it('is refused with the lines that cannot be read', () => {
    expect(defectsOf('csv', `${head},amount\nU1,1,c,1,,2\n`)).toEqual([[1, 'amount']]);
    expect(defectsOf('csv', 'upload_no\nU1\n')).toEqual([[1, 'prod_lot_qty']]);
    expect(defectsOf('csv', `${head}\nU1,100\n`)).toEqual([[2, '']]);
    expect(defectsOf('csv', `${head}\nU1,100,"c-1,1,\n`)).toEqual([[2, '']]);
    expect(defectsOf('csv', '')?.length).toBeGreaterThan(0);
  });

  it('may be JSON: a list, or what an upload sends', () => {
    const orders = [{ upload_no: 'U1' }];
    expect(readOrders('json', JSON.stringify(orders)).orderList).toEqual(orders);
    expect(readOrders('json', JSON.stringify({ order_list: orders })).orderList).toEqual(orders);
    expect(defectsOf('json', '{"orders":[]}')).toEqual([[1, 'order_list']]);
    expect(defectsOf('json', '[\n{"a":1,}\n]')).toEqual([[2, '']]);
  });
});
