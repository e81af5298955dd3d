import { describe, expect, it } from '@jest/globals';
import { readCsv, writeCsv } from './csv.js';
import { columnOfError, lineOfError, type OrderFile, withCell } from './order-file.js';

describe('a CSV file', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\uFEFFa\n1', [['a'], ['1']]],
    ['"a ""b""","c,d","e\nf"\n', [['a "b"', 'c,d', 'e\nf']]],
    [
      'a,,\n,,\n,b,\n',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
  ])('is read: %j', (text, cells) => {
    expect(readCsv(text).rows.map((row) => row.cells)).toEqual(cells);
  });

  it('knows the line on which each row begins', () => {
    expect(readCsv('a\n\n"b\nc"\nd').rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('says which lines have quotes that do not match', () => {
    expect(readCsv('a,b\n1,2\n"3,4\n5,6\n').defects).toEqual([3]);
    expect(readCsv('a,b\n"1"x,2\n3,4\n').defects).toEqual([2]);
  });

  it('may have lines that end in different ways', () => {
    expect(readCsv('a\r\n1\n2\r3').rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a'],
      [2, '1'],
      [3, '2'],
      [4, '3'],
    ]);
  });

  it('is written so that it reads the same', () => {
    const rows = [
      ['a "b"', 'c,d'],
      ['e\nf', '本部'],
    ];
    expect(readCsv(writeCsv(rows)).rows.map((row) => row.cells)).toEqual(rows);
  });
});

describe('a file of orders', () => {
  const file: OrderFile = { name: 'orders.csv', format: 'csv', text: 'upload_no,qty\nA,1\nB,2\n' };

  it('is corrected in one cell', () => {
    const corrected = withCell(file, 3, 1, '5');
    expect(readCsv(corrected.text).rows.map((row) => row.cells)).toEqual([
      ['upload_no', 'qty'],
      ['A', '1'],
      ['B', '5'],
    ]);
  });

  it.each([
    ['detail_list[1].prod_lot_qty', 8, 'prod_lot_qty'],
    ['hope_delivery_date', 7, 'hope_delivery_date'],
    ['detail_list[9].catalog_id', 7, 'catalog_id'],
    ['', 7, ''],
  ])('has the defect %j at its line and in its column', (item, line, column) => {
    expect([lineOfError({ line: 7, lines: [7, 8] }, { item }), columnOfError({ item })]).toEqual([line, column]);
  });
});
