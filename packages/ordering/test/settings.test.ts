import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import {
  downloads,
  importRecords as importDefinitions,
  orderBlock,
  orderClosingRecord,
  type SettingName,
} from '@trading-platform/domain-types';
import { downloadFunction } from '../src/download/download-function.js';
import type { ImportOptions } from '../src/import/import-summary.js';
import type { SettingFilters } from '../src/setting/setting-source.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { importMembers, importRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmSettingSource } from '../src/typeorm/repositories/typeorm-setting-source.js';
import { areRelated } from './are-related.js';
import { settingCriteria } from './criteria.js';

const members = [
  { member_code: 'HEAD' },
  { member_code: 'STORE', head_office_member_code: 'HEAD' },
  { member_code: 'SELLER1' },
  { member_code: 'SELLER2' },
  { member_code: 'RIVAL' },
  { member_code: 'LONELY' },
];

const block = (order_block_flg: string, update_date = '') => ({
  member_code_order_to: '',
  order_block_flg,
  update_date,
});

/** One `orderblock` line. */
function blocks(buyer: string, sellers: Readonly<Record<string, readonly object[]>>) {
  return {
    member_code_buyer: buyer,
    seller_list: Object.entries(sellers).map(([member_code_seller, orderblock]) => ({
      member_code_seller,
      orderblock,
    })),
  };
}

const holidays = (seller: string, ...days: string[]) => ({
  member_code_seller: seller,
  businessholiday: days.map((holiday) => ({ set_id: '1', holiday, update_date: '' })),
});

const closing = (set_no: string, closing_time: string) => ({ set_id: '1', set_no, closing_time });

const closings = (...rows: object[]) => ({
  member_code_buyer: 'STORE',
  seller_list: [{ member_code_seller: 'SELLER1', orderclosing: rows }],
});

const nonTradingDays = (...nottrade: object[]) => ({
  member_code_buyer: 'STORE',
  seller_list: [{ member_code_seller: 'SELLER1', nottrade }],
});

function download(database: Database, kind: SettingName, caller: string, request: SettingFilters) {
  return readRecords(
    downloadFunction(downloads[kind], new TypeOrmSettingSource(database)),
    settingCriteria(kind, caller, request),
  );
}

describeDatabases('settings', [orderingSchema], (open) => {
  async function openWith(kind: SettingName, lines: readonly object[], options?: ImportOptions) {
    const database = await open();
    await importMembers(database, linesOf(members));
    expect(await importRecords(kind, database, linesOf(lines), options)).toMatchObject({ refused: 0 });
    return database;
  }

  it('delivers what was loaded, by buyer, then seller, rows as loaded', async () => {
    const lines = [
      blocks('STORE', { SELLER2: [block('1'), block('0')], SELLER1: [block('1')] }),
      blocks('', { SELLER1: [block('0')] }),
      blocks('HEAD', { SELLER1: [block('1')] }),
    ];
    const database = await openWith('orderblock', lines);
    expect(await download(database, 'orderblock', 'HEAD', { member_code_seller: ['SELLER2', 'SELLER1'] })).toEqual([
      blocks('', { SELLER1: [block('0')] }),
      blocks('HEAD', { SELLER1: [block('1')] }),
      blocks('STORE', { SELLER1: [block('1')], SELLER2: [block('1'), block('0')] }),
    ]);
  });

  it('carries every field of a row in order', async () => {
    const line = {
      member_code_buyer: 'STORE',
      seller_list: [{ member_code_seller: 'SELLER1', orderclosing: [{ closing_time: '15:00', set_name: '"夜"' }] }],
    };
    const database = await openWith('orderclosing', [line]);
    const [record] = (await download(database, 'orderclosing', 'STORE', { member_code_seller: ['SELLER1'] })) as {
      seller_list: { orderclosing: object[] }[];
    }[];
    const row = record?.seller_list[0]?.orderclosing[0];
    expect(Object.keys(record ?? {})).toEqual(orderClosingRecord.fieldNames);
    expect(Object.keys(row ?? {})).toHaveLength(11);
    expect(row).toMatchObject({ closing_time: '15:00', set_name: '"夜"', target: '' });
  });

  it('delivers non-counting days by seller, and nothing of an unreadable seller', async () => {
    const lines = [holidays('SELLER2', '2026-01-03', '2026-01-01'), holidays('SELLER1', '2026-01-02')];
    const database = await openWith('businessholiday', [...lines, holidays('LONELY', '2026-01-01')]);
    await importRecords(
      'orderblock',
      database,
      linesOf([blocks('STORE', { SELLER1: [block('0')], SELLER2: [block('0')] })]),
    );
    const request = { member_code_seller: ['SELLER1', 'SELLER2', 'LONELY', 'unknown'] };
    expect(await download(database, 'businessholiday', 'HEAD', request)).toEqual([lines[1], lines[0]]);
    expect(await download(database, 'businessholiday', 'LONELY', request)).toEqual([holidays('LONELY', '2026-01-01')]);
  });

  it('delivers readable pairs only: either side is visible', async () => {
    const lines = ['STORE', 'RIVAL', ''].map((buyer) =>
      blocks(buyer, { SELLER1: [block('1')], SELLER2: [block('1')] }),
    );
    const database = await openWith('orderblock', lines);
    const request = { member_code_seller: ['SELLER1'] };
    const buyersSeen = async (caller: string, filters: SettingFilters = request) =>
      ((await download(database, 'orderblock', caller, filters)) as { member_code_buyer: string }[]).map(
        ({ member_code_buyer }) => member_code_buyer,
      );
    expect(await buyersSeen('HEAD')).toEqual(['', 'STORE']);
    expect(await buyersSeen('SELLER1')).toEqual(['', 'RIVAL', 'STORE']);
    expect(await buyersSeen('SELLER2')).toEqual([]);
    expect(await buyersSeen('LONELY')).toEqual([]);
    expect(await buyersSeen('HEAD', { ...request, member_code_buyer: ['STORE', 'RIVAL'] })).toEqual(['STORE']);
  });

  it('relates members by a setting for as long as it is there', async () => {
    const database = await openWith('orderblock', [blocks('STORE', { SELLER1: [block('1')] })]);
    const directory = openOrderingPorts(database).memberDirectory;
    expect([...(await directory.notReadable('HEAD', ['STORE', 'SELLER1', 'SELLER2']))]).toEqual(['SELLER2']);
    expect([...(await directory.notReadable('SELLER1', ['STORE', 'HEAD']))]).toEqual(['HEAD']);
    expect(await areRelated(database, 'STORE', 'SELLER1')).toBe(true);
    expect(await areRelated(database, 'SELLER1', 'STORE')).toBe(true);
    await importRecords('orderblock', database, linesOf([blocks('STORE', { SELLER1: [] })]));
    expect([...(await directory.notReadable('HEAD', ['STORE', 'SELLER1']))]).toEqual(['SELLER1']);
    expect(await areRelated(database, 'STORE', 'SELLER1')).toBe(false);
  });

  it('selects rows by update_date and leaves out elements without rows', async () => {
    const database = await openWith('orderblock', [
      blocks('STORE', {
        SELLER1: [block('1', '2026-01-04 23:59:59'), block('0', '2026-01-05 00:00:00'), block('1')],
        SELLER2: [block('1', '2026-01-04 00:00:00')],
      }),
      blocks('HEAD', { SELLER1: [block('1', '2025-01-01 00:00:00')] }),
    ]);
    const request = { member_code_seller: ['SELLER1', 'SELLER2'], update_date: '2026-01-05' };
    expect(await download(database, 'orderblock', 'HEAD', request)).toEqual([
      blocks('STORE', { SELLER1: [block('0', '2026-01-05 00:00:00')] }),
    ]);
  });

  it('replaces all rows of each pair that a line names, and no others', async () => {
    const database = await openWith('orderblock', [
      blocks('STORE', { SELLER1: [block('1'), block('0')], SELLER2: [block('1')] }),
    ]);
    const summary = await importRecords('orderblock', database, linesOf([blocks('STORE', { SELLER1: [block('0')] })]));
    expect(summary).toMatchObject({ read: 1, added: 0, changed: 1 });
    const request = { member_code_seller: ['SELLER1', 'SELLER2'] };
    expect(await download(database, 'orderblock', 'STORE', request)).toEqual([
      blocks('STORE', { SELLER1: [block('0')], SELLER2: [block('1')] }),
    ]);
    await importRecords('orderblock', database, linesOf([blocks('STORE', { SELLER1: [], SELLER2: [] })]));
    expect(await download(database, 'orderblock', 'STORE', request)).toEqual([]);
  });

  it('changes nothing when the same file is loaded again, and lets the last line of a pair win', async () => {
    const lines = [
      blocks('STORE', { SELLER1: [block('1')] }),
      blocks('STORE', { SELLER1: [block('0')], SELLER2: [block('1')] }),
    ];
    const database = await openWith('orderblock', []);
    expect(await importRecords('orderblock', database, linesOf(lines))).toMatchObject({
      read: 2,
      added: 1,
      unchanged: 1,
    });
    expect(await importRecords('orderblock', database, linesOf(lines))).toMatchObject({
      read: 2,
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await download(database, 'orderblock', 'STORE', { member_code_seller: ['SELLER1'] })).toEqual([
      blocks('STORE', { SELLER1: [block('0')] }),
    ]);
  });

  it('adds to the rows of a pair with merge, or replaces the row it means', async () => {
    const database = await openWith('orderclosing', [closings(closing('1', '10:00'), closing('2', '11:00'))]);
    const merged = closings(closing('2', '12:00'), closing('3', '13:00'));
    expect(await importRecords('orderclosing', database, linesOf([merged]), { merge: true })).toMatchObject({
      changed: 1,
    });
    expect(await importRecords('orderclosing', database, linesOf([merged]), { merge: true })).toMatchObject({
      unchanged: 1,
    });
    const records = await download(database, 'orderclosing', 'STORE', { member_code_seller: ['SELLER1'] });
    expect(records).toMatchObject([closings(closing('1', '10:00'), closing('2', '12:00'), closing('3', '13:00'))]);
  });

  it('keeps what is merged at the same time', async () => {
    const database = await openWith('orderclosing', [closings(closing('1', '10:00'))]);
    const added = Array.from({ length: 8 }, (_, n) => closing(String(n + 2), '12:00'));
    await Promise.all(
      added.map((one) => importRecords('orderclosing', database, linesOf([closings(one)]), { merge: true })),
    );
    const [record] = await download(database, 'orderclosing', 'STORE', { member_code_seller: ['SELLER1'] });
    for (const one of added) expect(JSON.stringify(record)).toContain(`"set_id":"${one.set_id}"`);
  });

  it('keeps a closed Sunday closed when another weekly row is merged', async () => {
    const weekly = { establish_flg: '1', prohibit_flg: '0', holiday_flg: '0' };
    const sunday = { ...weekly, week_flg: '1000000', warning_type: '0', update_date: '2026-01-05 00:00:00' };
    const saturday = { ...weekly, week_flg: '0000001', warning_type: '1', update_date: '2026-01-06 00:00:00' };
    const database = await openWith('nottrade', [nonTradingDays(sunday)]);
    const merge = (line: object) => importRecords('nottrade', database, linesOf([line]), { merge: true });
    expect(await merge(nonTradingDays(saturday))).toMatchObject({ changed: 1 });
    expect(await merge(nonTradingDays({ ...saturday, update_date: '2026-01-07 00:00:00' }, sunday))).toMatchObject({
      unchanged: 1,
    });
    expect(await download(database, 'nottrade', 'STORE', { member_code_seller: ['SELLER1'] })).toMatchObject([
      nonTradingDays(sunday, saturday),
    ]);
    expect(await merge(nonTradingDays({ ...sunday, holiday_flg: '1' }))).toMatchObject({ changed: 1 });
    expect(await download(database, 'nottrade', 'STORE', { member_code_seller: ['SELLER1'] })).toMatchObject([
      nonTradingDays(sunday, saturday, { ...sunday, holiday_flg: '1' }),
    ]);
  });

  it('merges rows by their key: one block of a pair and destination, one holiday of a set', async () => {
    const database = await openWith('orderblock', [blocks('STORE', { SELLER1: [block('1')], SELLER2: [block('1')] })]);
    const merged = [
      blocks('STORE', { SELLER1: [{ ...block('1'), member_code_order_to: 'HEAD' }] }),
      blocks('STORE', { SELLER1: [block('1', '2026-01-05 00:00:00')] }),
      blocks('STORE', { SELLER1: [block('0')] }),
    ];
    await importRecords('orderblock', database, linesOf(merged), { merge: true });
    expect(await download(database, 'orderblock', 'STORE', { member_code_seller: ['SELLER1', 'SELLER2'] })).toEqual([
      blocks('STORE', {
        SELLER1: [block('0'), { ...block('1'), member_code_order_to: 'HEAD' }],
        SELLER2: [block('1')],
      }),
    ]);
    await importRecords('businessholiday', database, linesOf([holidays('SELLER1', '2026-01-01', '2026-01-02')]));
    const more = {
      ...holidays('SELLER1', '2026-01-03'),
      businessholiday: [
        { set_id: '1', holiday: '2026-01-01', update_date: '2026-01-05 00:00:00' },
        { set_id: '2', holiday: '2026-01-02', update_date: '' },
      ],
    };
    await importRecords('businessholiday', database, linesOf([more]), { merge: true });
    expect(await download(database, 'businessholiday', 'STORE', { member_code_seller: ['SELLER1'] })).toEqual([
      {
        member_code_seller: 'SELLER1',
        businessholiday: [
          { set_id: '1', holiday: '2026-01-01', update_date: '2026-01-05 00:00:00' },
          { set_id: '1', holiday: '2026-01-02', update_date: '' },
          { set_id: '2', holiday: '2026-01-02', update_date: '' },
        ],
      },
    ]);
  });

  describe('a line', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openWith('orderblock', []);
    });

    it.each([
      ['nottrade', { week_flg: '01010' }, 'week_flg: must be seven characters 0 or 1, Sunday first'],
      ['nottrade', { prohibit_month: '13' }, 'prohibit_month: must be a month from 1 to 12'],
      ['nottrade', { prohibit_day: '0' }, 'prohibit_day: must be a day of the month from 1 to 31'],
      [
        'nottrade',
        { prohibit_date_from_ymd: '2026-02-29' },
        'prohibit_date_from_ymd: must be an existing day, yyyy-MM-dd',
      ],
      ['nottrade', { prohibit_flg: '3' }, 'prohibit_flg: must be one of 0, 1, 2'],
      ['orderclosing', { closing_time: '24:00' }, 'closing_time: must be a time, HH:mm'],
      ['orderclosing', { delivery_period: '366' }, 'delivery_period: must be a whole number from 0 to 365'],
      ['orderclosing', { target: '4' }, 'target: must be one of 0, 1, 2, 3'],
      ['orderblock', { order_block_flg: '2' }, 'order_block_flg: must be one of 0, 1'],
      ['orderblock', { colour: 'red' }, 'colour: unknown field'],
    ] as const)('%s refuses %j', async (kind, row, reason) => {
      const line = { member_code_buyer: '', seller_list: [{ member_code_seller: 'SELLER1', [kind]: [{}, row] }] };
      expect(await importRecords(kind, database, linesOf([line]))).toMatchObject({
        refusals: [{ line: 1, reason: `seller_list[0].${kind}[1].${reason}` }],
      });
    });
  });

  it('names what is wrong with the members of a line', async () => {
    const database = await openWith('orderblock', []);
    const lines = [
      blocks('NOBODY', { SELLER1: [] }),
      blocks('STORE', { '': [] }),
      { member_code_buyer: '', seller_list: [{ member_code_seller: 'SELLER1' }, { member_code_seller: 'SELLER1' }] },
      blocks('STORE', { SELLER1: [{ member_code_order_to: 'NOBODY' }] }),
      { seller_list: [] },
    ];
    const { refusals } = await importRecords('orderblock', database, linesOf(lines));
    expect(refusals).toEqual([
      { line: 1, reason: 'member_code_buyer: member NOBODY does not exist' },
      { line: 2, reason: 'seller_list[0].member_code_seller: is missing' },
      { line: 3, reason: 'seller_list[1].member_code_seller: stands twice in the line' },
      { line: 4, reason: 'member_code_order_to: member NOBODY does not exist' },
      { line: 5, reason: 'member_code_buyer: is missing' },
    ]);
    expect(orderBlock.fieldNames).toHaveLength(3);
    expect(Object.keys(importDefinitions)).toHaveLength(9);
  });
});
