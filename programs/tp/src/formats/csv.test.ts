import { describe, expect, it } from '@jest/globals';
import { csvRow, type DownloadName, downloads, masterRecord, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { parse } from 'csv-parse/sync';
import { chooseTable, tablesOfKind } from '../tables/choose-table.js';
import { csv } from './csv.js';

const hostile = ['', 'a,b', 'a"b', '""', 'a\nb', 'a\r\nb', ' a', 'a ', '居酒屋 "さくら"', '=1+1', '\t', '\\', "'"];

describe('a CSV row', () => {
  it.each(hostile)('is read back by a parser: %j', (value) => {
    expect(parse(csvRow([value, 'end'], true))).toEqual([[value, 'end']]);
    expect(parse(csvRow([value], true))).toEqual([[value]]);
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
    const format = csv(chooseTable('master', 'catalog'), {});
    const rows = parse(format.head + Buffer.from(format.encode(text, true)).toString(), { columns: true });
    const [line] = example['catalog'] as object[];
    expect(rows).toEqual([expect.objectContaining({ ...line, seq: '1', line: '1' })]);
  });

  it('begins with a byte order mark where Excel is to read it', () => {
    expect(csv(chooseTable('master', 'header'), { withMark: true }).head.codePointAt(0)).toBe(0xfeff);
  });

  it('has an apostrophe before a text that a spreadsheet would take for a formula, unless programs read it', () => {
    const [line] = example['catalog'] as object[];
    const record = {
      ...example,
      catalog: [{ ...line, item_name: '=HYPERLINK("http://evil.example")', prod_lot_price: '-1.5' }],
    };
    const rows = [{}, { isExact: true }].map((options) => {
      const format = csv(chooseTable('master', 'catalog'), options);
      const file = format.head + Buffer.from(format.encode(Buffer.from(JSON.stringify(record)), true)).toString();
      const [row] = parse<Record<string, string>>(file, { columns: true });
      return [row?.['item_name'], row?.['prod_lot_price']];
    });
    expect(rows).toEqual([
      [`'=HYPERLINK("http://evil.example")`, '-1.5'],
      ['=HYPERLINK("http://evil.example")', '-1.5'],
    ]);
  });
});

/** The rows of a record's flat table, with column names as keys. */
function named(kind: DownloadName, record: object) {
  const table = chooseTable(kind, undefined);
  const rows = table.rowsOf(record as Record<string, unknown>);
  return rows.map((row) => Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index]])));
}

describe('the flat table of a record', () => {
  it('has the header in front of each line of a slip, and the groups of its partner in one cell', () => {
    const slip = {
      seq: '7',
      trade_id: 'T1',
      partner_group_list: [
        { partner_group_code: 'G1', partner_group_name: 'North' },
        { partner_group_code: 'G2', partner_group_name: 'South' },
      ],
      detail_list: [{ item_id: 'a' }, { item_id: 'b' }],
    };
    const front = { seq: '7', trade_id: 'T1', partner_group_code: 'G1;G2', partner_group_name: 'North;South' };
    expect(named('trade', slip)).toEqual([
      expect.objectContaining({ ...front, line: 1, item_id: 'a' }),
      expect.objectContaining({ ...front, line: 2, item_id: 'b' }),
    ]);
  });

  it('has one row for a record without lines', () => {
    const [row, ...others] = named('trade', { trade_id: 'T1', detail_list: [] });
    expect(row).toMatchObject({ trade_id: 'T1', partner_group_code: '', line: '', item_id: '' });
    expect(others).toEqual([]);
  });

  it('has the lists of a product side by side, each under its own name where both have a field', () => {
    const product = {
      create_date: 'now',
      buy: [{ item_id: 'a', create_date: 'then' }],
      catalog: [
        { item_id: 'a', catalog_id: '1' },
        { item_id: 'b', catalog_id: '2' },
      ],
    };
    expect(named('master', product)).toEqual([
      expect.objectContaining({
        create_date: 'now',
        line: 1,
        buy_item_id: 'a',
        buy_create_date: 'then',
        catalog_item_id: 'a',
        catalog_id: '1',
      }),
      expect.objectContaining({ create_date: 'now', line: 2, buy_item_id: '', catalog_item_id: 'b', catalog_id: '2' }),
    ]);
  });

  it.each(Object.keys(downloads) as DownloadName[])(
    'has a name of its own for each column, and all fields: %s',
    (kind) => {
      const whole = chooseTable(kind, undefined);
      const names = whole.columns.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const row of whole.rowsOf({})) expect(row).toHaveLength(names.length);
      const fields = tablesOfKind(kind).flatMap((table) => table.columns.map(({ name }) => name));
      expect(names.length).toBeGreaterThanOrEqual(new Set(fields).size);
    },
  );
});
