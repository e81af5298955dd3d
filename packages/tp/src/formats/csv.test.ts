import { describe, expect, it } from '@jest/globals';
import { masterRecord, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { parse } from 'csv-parse/sync';
import { chooseTable, tablesOfKind } from '../tables/choose-table.js';
import { csv, csvRow } from './csv.js';

const hostile = ['', 'a,b', 'a"b', '""', 'a\nb', 'a\r\nb', ' a', 'a ', '居酒屋 "さくら"', '=1+1', '\t', '\\', "'"];

describe('a CSV row', () => {
  it.each(hostile)('is read back by a parser: %j', (value) => {
    expect(parse(csvRow([value, 'end']))).toEqual([[value, 'end']]);
    expect(parse(csvRow([value]))).toEqual([[value]]);
  });
});

describe('the tables of a record', () => {
  it.each([
    ['master', ['header', 'buy', 'catalog']],
    ['trade', ['header', 'partner_group', 'detail']],
    ['nottrade', ['nottrade']],
    ['orderclosing', ['orderclosing']],
    ['businessholiday', ['businessholiday']],
    ['orderblock', ['orderblock']],
  ] as const)('of %s are %j', (kind, names) => {
    expect(tablesOfKind(kind).map(({ name }) => name)).toEqual(names);
  });

  it('have every field once', () => {
    const { example } = describedRecord(tradeRecord);
    const [header, , detail] = tablesOfKind('trade');
    expect(header?.columns.map(({ name }) => name)).toEqual(
      Object.entries(example).flatMap(([name, value]) => (Array.isArray(value) ? [] : [name])),
    );
    const lineFields = Object.keys((example['detail_list'] as object[])[0] ?? {});
    expect(detail?.columns.map(({ name }) => name)).toEqual([
      'batch_id',
      'seq',
      'trade_id',
      'member_code_self',
      'line',
      ...lineFields,
    ]);
  });

  it('have the buyer and the seller beside each setting', () => {
    const [table] = tablesOfKind('orderblock');
    const block = { member_code_order_to: '', order_block_flg: '1', update_date: '2026-11-01 00:00:00' };
    const record = {
      member_code_buyer: 'B',
      seller_list: [
        { member_code_seller: 'S', orderblock: [block, block] },
        { member_code_seller: 'T', orderblock: [block] },
      ],
    };
    expect(table?.columns.map(({ name }) => name)).toEqual([
      'member_code_buyer',
      'member_code_seller',
      'line',
      'member_code_order_to',
      'order_block_flg',
      'update_date',
    ]);
    expect(table?.rowsOf(record).map((row) => row.slice(0, 3))).toEqual([
      ['B', 'S', 1],
      ['B', 'S', 2],
      ['B', 'T', 1],
    ]);
  });
});

describe('a CSV file', () => {
  const { example } = describedRecord(masterRecord);
  const text = Buffer.from(JSON.stringify(example));

  it('has a header row and a row for each line, which a parser reads as the record has it', () => {
    const format = csv(chooseTable('master', 'catalog', 'CSV'), false);
    const rows = parse(format.head + Buffer.from(format.encode(text, true)).toString(), { columns: true });
    const [line] = example['catalog'] as object[];
    expect(rows).toEqual([expect.objectContaining({ ...line, seq: '1', line: '1' })]);
  });

  it('begins with a byte order mark where Excel is to read it', () => {
    expect(csv(chooseTable('master', 'header', 'CSV'), true).head.codePointAt(0)).toBe(0xfeff);
  });

  it('asks which table is meant', () => {
    expect(() => chooseTable('master', undefined, 'CSV')).toThrow(
      expect.objectContaining({ message: 'A CSV file holds one table: give --table one of header, buy, catalog' }),
    );
  });
});
