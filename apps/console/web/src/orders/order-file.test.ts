import { describe, expect, it } from '@jest/globals';
import { readCsv } from './csv.js';
import { type OrderTable, openOrderFile, withCell } from './order-file.js';

const head = 'upload_no,prod_remarks\n';
/** The text `U1,冷蔵`, encoded as Excel in Japan encodes it. */
const shiftJis = Uint8Array.of(0x55, 0x31, 0x2c, 0x97, 0xe2, 0x91, 0xa0);

describe('a file of orders', () => {
  it.each([
    ['orders.csv', '\uFEFFupload_no\nU1\n', 'csv'],
    ['orders.JSON', ' {"order_list":[]}', 'json'],
    ['orders', '\uFEFF [ {} ]', 'json'],
    ['orders.txt', 'upload_no,qty', 'csv'],
  ])('is known by its name or its text: %s', async (name, text, format) => {
    expect(await openOrderFile(new File([text], name))).toMatchObject({ name, format, encoding: 'utf-8' });
  });

  it('may come from a Japanese spreadsheet', async () => {
    const file = await openOrderFile(new File([head, shiftJis], 'orders.csv'));
    expect(file).toMatchObject({ encoding: 'shift_jis', rows: [{}, { line: 2, cells: ['U1', '冷蔵'] }] });
  });

  it('must be a text', async () => {
    const picture = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xff)], 'orders.csv');
    await expect(openOrderFile(picture)).rejects.toThrow('not valid for encoding');
  });

  it('is corrected in one cell, and every other line stays where it is', () => {
    const table = tableOf('upload_no,qty\n\nA,1\nB\n');
    const corrected = withCell(withCell(table, 3, 1, '5'), 4, 1, '2');
    expect(corrected.rows).toEqual([
      { line: 1, cells: ['upload_no', 'qty'] },
      { line: 3, cells: ['A', '5'] },
      { line: 4, cells: ['B', '2'] },
    ]);
  });
});

function tableOf(text: string): OrderTable {
  return { format: 'csv', name: 'orders.csv', encoding: 'utf-8', ...readCsv(text) };
}
