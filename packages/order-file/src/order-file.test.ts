import { describe, expect, it } from '@jest/globals';
import { aTable } from '../test/a-table.js';
import { openOrderFile, withCell } from './order-file.js';

const head = 'upload_no,prod_remarks\n';
/** The text `U1,冷蔵`, encoded as Excel in Japan encodes it. */
const shiftJis = Uint8Array.of(0x55, 0x31, 0x2c, 0x97, 0xe2, 0x91, 0xa0);

describe('a file of orders', () => {
  it.each([
    ['orders.csv', '\uFEFFupload_no\nU1\n', 'table'],
    ['orders.JSON', ' {"order_list":[]}', 'json'],
    ['orders', '\uFEFF [ {} ]', 'json'],
    ['orders.txt', 'upload_no,qty', 'table'],
  ])('is known by its name or its text: %s', async (name, text, format) => {
    expect(await openOrderFile(bytesOf(text), name)).toMatchObject({ name, format, encoding: 'utf-8' });
  });

  it.each<[string, Uint8Array]>([
    ['shift_jis', Uint8Array.of(...bytesOf(head), ...shiftJis)],
    ['utf-8', bytesOf(`\uFEFF${head}U1,冷蔵`)],
    ['utf-16le', Buffer.from(`\uFEFF${head}U1,冷蔵`.replaceAll(',', '\t'), 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${head}U1,冷蔵`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(`${head}U1,冷蔵`, 'utf16le')],
  ])('may come from a Japanese spreadsheet: %s', async (encoding, bytes) => {
    const file = await openOrderFile(bytes, 'orders.csv');
    expect(file).toMatchObject({ encoding, rows: [{}, { line: 2, cells: ['U1', '冷蔵'] }] });
  });

  it.each<[string, string, Uint8Array]>([
    ['a picture', 'not-text', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xff)],
    ['a workbook of Excel 97', 'old-workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ['a broken archive', 'broken-workbook', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0)],
    ['half a character', 'not-text', Uint8Array.of(0x55, 0x97)],
  ])('cannot be %s', async (_, code, bytes) => {
    await expect(openOrderFile(bytes, 'orders.csv')).rejects.toMatchObject({ name: 'OrderFileError', code });
  });

  it('has at most one row more than an upload can have lines', async () => {
    const file = await openOrderFile(bytesOf('a\n'.repeat(30_000)), 'orders.csv');
    expect(file).toMatchObject({ isTooLong: true, rows: { length: 20_001 } });
  });

  it('is corrected in one cell, and every other line stays where it is', () => {
    const table = aTable('upload_no,qty\n\nA,1\nB\n');
    const corrected = withCell(withCell(table, 3, 1, '5'), 4, 1, '2');
    expect(corrected.rows).toEqual([
      { line: 1, cells: ['upload_no', 'qty'] },
      { line: 3, cells: ['A', '5'] },
      { line: 4, cells: ['B', '2'] },
    ]);
  });
});

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
