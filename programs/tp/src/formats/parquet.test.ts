import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DownloadName, downloads, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { chooseTable, tablesOfKind } from '../tables/choose-table.js';
import { writeParquet } from './parquet.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tp-parquet-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { example } = describedRecord(tradeRecord);

async function* texts(records: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const record of records) yield Buffer.from(JSON.stringify(record));
}

/** Writes records and reads them with another vendor's reader. */
async function written(
  table: string | undefined,
  records: readonly object[],
  textColumns: readonly string[] = [],
  kind: DownloadName = 'trade',
) {
  const path = join(folder, 'file.parquet');
  await writeParquet(path, chooseTable(kind, table), texts(records), textColumns);
  return tableFromIPC(readParquet(await readFile(path)).intoIPCStream());
}

describe('a Parquet file', () => {
  it('has a column of its type for each field', async () => {
    const table = await written('header', [{ ...example, trade_total: '-1234.5', order_day: '2026-11-20', seq: '7' }]);
    const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)]));
    expect(types).toMatchObject({
      trade_id: 'Utf8',
      seq: 'Int64',
      order_day: 'Date32<DAY>',
      create_date: expect.stringMatching(/^Timestamp<MILLISECOND/),
      trade_total: expect.stringMatching(/^Decimal\[18e\+?4\]|^Decimal/),
    });
    const row = table.get(0)?.toJSON();
    expect(row).toMatchObject({ trade_id: example['trade_id'], seq: 7n });
    expect(Number(row?.['order_day'])).toBe(Date.UTC(2026, 10, 20));
    expect(Number(row?.['create_date'])).toBe(Date.parse(`${String(example['create_date']).replace(' ', 'T')}+09:00`));
    const [low = 0, high = 0] = (row?.['trade_total'] ?? []) as Uint32Array;
    expect(BigInt.asIntN(64, BigInt(low) | (BigInt(high) << 32n))).toBe(-12_345_000n);
  });

  it('has null where a typed value is missing, and the empty text where a text is', async () => {
    const table = await written('header', [{ ...example, trade_total: '', order_day: '', trade_comment: '' }]);
    expect(table.get(0)?.toJSON()).toMatchObject({ trade_total: null, order_day: null, trade_comment: '' });
  });

  it('keeps all rows over many groups, in their order', async () => {
    const [line] = example['detail_list'] as object[];
    const records = Array.from({ length: 4_001 }, (_, index) => ({
      ...example,
      seq: String(index + 1),
      trade_id: `伝票 ${index}`,
      detail_list: [line, line, line],
    }));
    const table = await written('detail', records);
    expect(table.numRows).toBe(12_003);
    const seq = table.getChild('seq');
    const places = table.getChild('line');
    const slips = table.getChild('trade_id');
    for (let row = 0; row < table.numRows; row += 997) {
      const index = Math.floor(row / 3);
      const expected = [BigInt(index + 1), BigInt((row % 3) + 1), `伝票 ${index}`];
      expect([seq?.get(row), places?.get(row), slips?.get(row)]).toEqual(expected);
    }
  });

  it.each(Object.keys(downloads) as DownloadName[])(
    'is a whole file with all columns without rows too: %s',
    async (kind) => {
      for (const name of [undefined, ...tablesOfKind(kind).map((table) => table.name)]) {
        const table = await written(name, [], [], kind);
        expect(table.schema.names).toEqual(chooseTable(kind, name).columns.map((column) => column.name));
        expect(table.numRows).toBe(0);
      }
    },
  );

  it('has a row for each line with its header in front, where no table is named', async () => {
    const [line] = example['detail_list'] as object[];
    const table = await written(undefined, [
      { ...example, seq: '7', detail_list: [line, line] },
      { ...example, detail_list: [] },
    ]);
    const places = table.getChild('line');
    expect([table.numRows, places?.get(0), places?.get(1), places?.get(2)]).toEqual([3, 1n, 2n, null]);
    expect(table.get(1)?.toJSON()).toMatchObject({ seq: 7n, trade_id: example['trade_id'], line: 2n });
  });

  it('names a value that does not fit, and takes it where the column is to stay text', async () => {
    const strange = [{ ...example, trade_total: '12 yen' }];
    await expect(written('header', strange)).rejects.toThrow(
      expect.objectContaining({
        message: 'trade_total is "12 yen", which is no decimal with at most 12 digits before the point and 4 after it',
      }),
    );
    expect((await written('header', strange, ['trade_total'])).get(0)?.toJSON()).toMatchObject({
      trade_total: '12 yen',
    });
  });
});
