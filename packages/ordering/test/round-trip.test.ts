import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import {
  importRecords as definitions,
  downloads,
  type FieldDefinition,
  type ImportKind,
  isOptional,
  nameOf,
  type RecordDefinition,
  settingNames,
  tradeStoredFields,
} from '@trading-platform/domain-types';
import { downloadFunction } from '../src/download/download-function.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import { importMembers, importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { TypeOrmSettingSource } from '../src/typeorm/repositories/typeorm-setting-source.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { masterCriteria, settingCriteria } from './criteria.js';
import { lastOfKey, memberCodes, Random, randomProducts, randomSlips, statuses } from './random-market.js';

const members = memberCodes.map((member_code) => ({ member_code, head_office_member_code: 'HEAD' }));
const random = new Random(20_260_107);

const products = lastOfKey(randomProducts(random, 120), (product) =>
  JSON.stringify([
    product.member_code,
    product.member_code_partner,
    product.buy?.[0]?.item_id ?? product.catalog?.[0]?.item_id,
  ]),
);
const slips = lastOfKey(
  randomSlips(random, 150).map((slip) => ({ ...slip, order_day: '2026-01-05' })),
  ({ trade_id, member_code_self }) => JSON.stringify([trade_id, member_code_self]),
);
const settings = {
  nottrade: { prohibit_flg: '1', prohibit_month: '2', prohibit_day: '29', warning_type: '1' },
  orderclosing: { set_name: '朝締め "1"', closing_time: '09:30', target: '0', app_ord_flg: '1' },
  businessholiday: { set_id: '1', holiday: '2026-01-01' },
  orderblock: { order_block_flg: '1', update_date: '2026-01-05 00:00:00' },
};

type Line = Readonly<Record<string, unknown>>;

/**
 * Returns a record in the form of a download: every field in order, with empty values for absent fields, and without fields that
 * are only stored.
 */
function delivered(record: Line, definition: RecordDefinition): Line {
  const fields = definition.fields.filter((field) => !(tradeStoredFields as readonly string[]).includes(nameOf(field)));
  const all = definition === definitions.trade ? fields : definition.fields;
  return Object.fromEntries(all.map((field) => [nameOf(field), deliveredValue(record[nameOf(field)], field)]));
}

function deliveredValue(value: unknown, definition: FieldDefinition): unknown {
  const field = isOptional(definition) ? definition.field : definition;
  if (typeof field === 'string' || field.type !== 'list') return value ?? '';
  return ((value ?? []) as Line[]).map((item) => delivered(item, field.item));
}

function withoutBatchFields(record: Line): Line {
  const { batch_id: _, seq: __, create_date: ___, ...rest } = record;
  return rest;
}

async function download(kind: 'master' | 'trade', database: Database): Promise<Line[]> {
  const period = { target_date_set: '2', target_date_from: '2026-01-05', target_date_to: '2026-01-05' };
  const records =
    kind === 'master'
      ? await readRecords<unknown, Line>(
          downloadFunction(downloads.master, new TypeOrmMasterSource(database)),
          masterCriteria('HEAD', { member_code_list: memberCodes }),
        )
      : await readRecords<unknown, Line>(
          downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
          tradeCriteria({ memberCode: 'HEAD', clientId: 'erp' }, { ...period, status_code: statuses }),
        );
  return records.map(withoutBatchFields);
}

function texts(values: readonly Line[]): string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}

describeDatabases('round trip', [orderingSchema], (open) => {
  async function openWith(kind: ImportKind, lines: readonly object[]): Promise<Database> {
    const database = await open();
    await importMembers(database, linesOf(members));
    expect(await importRecords(kind, database, linesOf(lines))).toMatchObject({ added: lines.length, refused: 0 });
    return database;
  }

  it.each([
    ['master', products],
    ['trade', slips],
  ] as const)('%s: what is downloaded is what was loaded, and loads elsewhere to the same', async (kind, lines) => {
    const first = await openWith(kind, lines);
    const records = await download(kind, first);
    expect(texts(records)).toEqual(texts(lines.map((line) => delivered(line, definitions[kind]))));
    const second = await openWith(kind, records);
    expect(JSON.stringify(await download(kind, second))).toBe(JSON.stringify(records));
  });

  it('master: what was downloaded changes nothing when it is loaded again', async () => {
    const database = await openWith('master', products);
    const records = await download('master', database);
    expect(await importRecords('master', database, linesOf(records))).toMatchObject({ added: 0, changed: 0 });
  });

  it.each(settingNames)(
    '%s: what is downloaded is what was loaded, and changes nothing when it is loaded again',
    async (kind) => {
      const other = kind === 'businessholiday' ? {} : { member_code_order_to: 'HEAD' };
      const rows = { member_code_seller: 'SELLER1', [kind]: [settings[kind], other] };
      const lines =
        kind === 'businessholiday'
          ? [rows]
          : ['', 'HEAD', 'STORE1'].map((buyer) => ({ member_code_buyer: buyer, seller_list: [rows] }));
      const database = await openWith(kind, lines);
      const records = await readRecords<unknown, Line>(
        downloadFunction(downloads[kind], new TypeOrmSettingSource(database)),
        settingCriteria(kind, 'HEAD', { member_code_seller: ['SELLER1'] }),
      );
      expect(JSON.stringify(records)).toBe(JSON.stringify(lines.map((line) => delivered(line, definitions[kind]))));
      expect(await importRecords(kind, database, linesOf(records))).toMatchObject({ added: 0, changed: 0 });
      expect(await importRecords(kind, database, linesOf(records), { merge: true })).toMatchObject({
        added: 0,
        changed: 0,
      });
    },
  );

  it('loads the same file from several at once as if one had', async () => {
    const database = await openWith('master', products);
    const loads = await Promise.all(
      Array.from({ length: 4 }, () => importRecords('trade', database, linesOf(slips.slice(0, 60)))),
    );
    expect(loads.reduce((sum, { added }) => sum + added, 0)).toBe(60);
    expect(loads.reduce((sum, { changed, refused }) => sum + changed + refused, 0)).toBe(0);
    expect(await database.query('SELECT COUNT(*) AS slips, MAX(version) AS version FROM slip')).toEqual([
      { slips: 60, version: 1 },
    ]);
  });
});
