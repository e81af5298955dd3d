import { describe, expect, it } from '@jest/globals';
import { csvOf, readCsv } from './csv.js';

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

describe('a CSV text', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a ""b""","c,d","e\nf"\n', [['a "b"', 'c,d', 'e\nf']]],
    [
      'a,,\n,,\n,b,\n',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    ['', []],
  ])('is read: %j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('has rows with the line on which they begin, for any kind of line end', () => {
    expect(readCsv('a\n\n"b\nc"\nd').rows.map(({ line }) => line)).toEqual([1, 3, 5]);
    const mixed = readCsv('a\r\n1\n2\r3').rows.map(({ line, cells }) => [line, ...cells]);
    expect(mixed).toEqual([
      [1, 'a'],
      [2, '1'],
      [3, '2'],
      [4, '3'],
    ]);
  });

  it('says on which lines quotes do not match', () => {
    expect(readCsv('a,b\n1,2\n"3,4\n5,6\n').brokenLines).toEqual([3]);
    expect(readCsv('a,b\n"1"x,2\n3,4\n').brokenLines).toEqual([2]);
    expect(readCsv('a,b\n"1",2\n').brokenLines).toEqual([]);
  });

  it('is written so that spreadsheets can read it, and reads back the same', () => {
    const text = csvOf(['a "b"', 'c,d', '本部']);
    expect(text).toBe('\uFEFF"a ""b""","c,d",本部\r\n');
    expect(cellsOf(text.slice(1))).toEqual([['a "b"', 'c,d', '本部']]);
  });
});
