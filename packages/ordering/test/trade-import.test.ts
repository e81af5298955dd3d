import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { downloads, formatTokyoDate, type TradeRecord, tradeDetail, tradeRecord } from '@trading-platform/domain-types';
import type { DownloadCaller } from '../src/download/download-caller.js';
import { downloadFunction } from '../src/download/download-function.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { type TradeFilters, tradeCriteria } from '../src/trade/trade-criteria.js';
import { importMembers, importTrade } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDownloadMarks } from '../src/typeorm/repositories/typeorm-download-marks.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { readChangeCounters } from '../src/typeorm/sql/common/counters.js';
import { areRelated } from './are-related.js';

const request: TradeFilters = {
  target_date_set: '1',
  target_date_from: '2026-01-05',
  target_date_to: '2026-01-05',
};

function aSlip(fields: object = {}) {
  return {
    trade_id: 'T1',
    member_code_self: 'BUYER',
    member_code_partner: 'SELLER',
    status_code: '40',
    status_day: '2026-01-05',
    detail_list: [{ trade_prod_id: '1', item_id: 'I1' }],
    ...fields,
  };
}

function slipsOf(database: Database, memberCode = 'BUYER', filters: Partial<TradeFilters> = {}) {
  const criteria = tradeCriteria({ memberCode, clientId: 'erp' }, { ...request, ...filters });
  return readRecords<unknown, TradeRecord>(
    downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
    criteria,
  );
}

async function receiptsOf(database: Database): Promise<string[]> {
  const snapshot = await new TypeOrmTradeSource(database).open(
    tradeCriteria(erp, request),
    new AbortController().signal,
  );
  const receipts: string[] = [];
  for await (const records of snapshot.records) receipts.push(...records.map(({ receipt }) => receipt ?? ''));
  await snapshot.close();
  return receipts;
}

function outdated(stored: number): string {
  return `version: another update was applied first (E000013), the stored version is ${stored}`;
}

const erp: DownloadCaller = { memberCode: 'BUYER', clientId: 'erp' };
const shop: DownloadCaller = { memberCode: 'BUYER', clientId: 'shop' };

async function notDownloaded(database: Database, caller: DownloadCaller): Promise<string[]> {
  const criteria = tradeCriteria(caller, { ...request, not_downloaded_flg: '1' });
  const slips = await readRecords<unknown, TradeRecord>(
    downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
    criteria,
  );
  return slips.map(({ trade_id }) => trade_id);
}

describeDatabases('trade import', [orderingSchema], (open) => {
  async function openWithMembers() {
    const database = await open();
    const members = ['BUYER', 'SELLER', 'OTHER'].map((member_code) => ({ member_code }));
    await importMembers(database, linesOf(members));
    return database;
  }

  /**
   * Opens a database and loads these lines. Returns a function that loads further lines and returns the version that is then
   * stored.
   */
  async function openAndLoad(...lines: object[]) {
    const database = await openWithMembers();
    await importTrade(database, linesOf(lines));
    const load = async (...more: object[]) => {
      const { refusals, ...summary } = await importTrade(database, linesOf(more));
      const [row] = await database.query<{ version: number }>('SELECT version FROM slip');
      return { ...summary, reasons: refusals.map(({ reason }) => reason), version: row?.version };
    };
    return load;
  }

  it('delivers what was loaded, every field in order, and nothing that is only stored', async () => {
    const database = await openWithMembers();
    const line = aSlip({
      trade_comment: '至急 "now"',
      partner_group_list: [{ partner_group_code: 'P1', partner_group_name: '東' }],
      slip_kind: '2',
      receipt_day: '2026-01-06',
    });
    expect(await importTrade(database, linesOf([line]))).toMatchObject({ read: 1, added: 1, refused: 0 });
    const [record] = await slipsOf(database);
    expect(Object.keys(record ?? {})).toEqual(tradeRecord.fieldNames);
    expect(Object.keys(record?.detail_list[0] ?? {})).toEqual(tradeDetail.fieldNames);
    expect(record).toMatchObject({
      trade_id: 'T1',
      trade_comment: '至急 "now"',
      user_date: '',
      partner_group_list: [{ partner_group_code: 'P1', partner_group_name: '東' }],
    });
  });

  it('keeps the views of the two sides apart', async () => {
    const database = await openWithMembers();
    const views = [
      aSlip({ op_name_self: 'buying' }),
      aSlip({ member_code_self: 'SELLER', member_code_partner: 'BUYER', op_name_self: 'selling' }),
    ];
    await importTrade(database, linesOf(views));
    expect((await slipsOf(database, 'BUYER')).map(({ op_name_self }) => op_name_self)).toEqual(['buying']);
    expect((await slipsOf(database, 'SELLER')).map(({ op_name_self }) => op_name_self)).toEqual(['selling']);
    expect(await slipsOf(database, 'OTHER')).toEqual([]);
    expect(await areRelated(database, 'SELLER', 'BUYER')).toBe(true);
    expect(await areRelated(database, 'BUYER', 'OTHER')).toBe(false);
  });

  it('takes the day of loading where a line gives no update_date, and keeps it while nothing changes', async () => {
    const database = await openWithMembers();
    const before = formatTokyoDate(Date.now());
    await importTrade(database, linesOf([aSlip(), aSlip({ trade_id: 'T2', update_date: '2025-12-31 23:59:59' })]));
    const after = formatTokyoDate(Date.now());
    const days = () => database.query('SELECT trade_id, update_day, version FROM slip ORDER BY trade_id');
    expect(await days()).toEqual([
      { trade_id: 'T1', update_day: expect.stringMatching(`^(${before}|${after})$`), version: 1 },
      { trade_id: 'T2', update_day: '2025-12-31', version: 1 },
    ]);
    await database.execute("UPDATE slip SET update_day = '2026-01-01' WHERE trade_id = 'T1'");
    expect(await importTrade(database, linesOf([aSlip()]))).toMatchObject({ unchanged: 1 });
    expect(await days()).toEqual([
      { trade_id: 'T1', update_day: '2026-01-01', version: 1 },
      { trade_id: 'T2', update_day: '2025-12-31', version: 1 },
    ]);
  });

  it('counts a version up for each load that changes a slip, be it in what is only stored', async () => {
    const database = await openWithMembers();
    const versionAfter = async (...lines: object[]) => {
      await importTrade(database, linesOf(lines));
      const [row] = await database.query<{ version: number }>('SELECT version FROM slip');
      return row?.version;
    };
    expect(await versionAfter(aSlip())).toBe(1);
    expect(await versionAfter(aSlip({ trade_comment: 'a' }))).toBe(2);
    expect(await versionAfter(aSlip({ trade_comment: 'a', perusal_flg: '2' }))).toBe(3);
    expect(await versionAfter(aSlip({ trade_comment: 'b' }), aSlip({ trade_comment: 'c' }))).toBe(4);
    expect(await versionAfter(aSlip({ trade_comment: 'c' }))).toBe(4);
  });

  describe('that names a version', () => {
    const [old, other, third] = ['old', 'other', 'third'].map((trade_comment) => aSlip({ trade_comment })) as [
      object,
      object,
      object,
    ];

    it('changes the stored version only', async () => {
      const load = await openAndLoad(old);
      expect(await load({ ...other, version: '1' })).toMatchObject({ changed: 1, reasons: [], version: 2 });
      for (const version of ['1', '3']) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await load({ ...third, version })).toMatchObject({ refused: 1, reasons: [outdated(2)], version: 2 });
      }
      expect(await load({ ...third, version: '2' })).toMatchObject({ changed: 1, reasons: [], version: 3 });
    });

    it('changes nothing when it is loaded again, but is refused with any other version', async () => {
      const load = await openAndLoad(old);
      const line = { ...other, version: '1' };
      await load(line);
      expect(await load(line)).toMatchObject({ unchanged: 1, reasons: [], version: 2 });
      expect(await load({ ...other, version: '2' })).toMatchObject({ unchanged: 1, reasons: [], version: 2 });
      expect(await load({ ...other, version: '3' })).toMatchObject({ refused: 1, reasons: [outdated(2)], version: 2 });
    });

    it('keeps its version where the slip is not stored', async () => {
      const load = await openAndLoad();
      expect(await load({ ...old, version: '7' }, { ...other, version: '7' })).toMatchObject({ added: 1, version: 7 });
      expect(await load(third)).toMatchObject({ changed: 1, version: 8 });
    });

    it('may stand several times in one file', async () => {
      const load = await openAndLoad(old);
      const lines = [other, old, third].map((line) => ({ ...line, version: '1' }));
      expect(await load(...lines)).toMatchObject({ changed: 1, reasons: [], version: 2 });
    });

    it('must name a number', async () => {
      const load = await openAndLoad();
      for (const version of ['0', '-1', '1.5', 'x', ' 1', '01', '9'.repeat(16)]) {
        // oxlint-disable-next-line no-await-in-loop
        expect([version, await load({ ...old, version })]).toMatchObject([
          version,
          {
            reasons: ['version: must be a whole number from 1 on, of at most 15 digits'],
            version: undefined,
          },
        ]);
      }
    });
  });

  it('ends as the last line of a slip says, be it what is stored already', async () => {
    const database = await openWithMembers();
    const [stored, other] = [aSlip({ trade_comment: 'stored' }), aSlip({ trade_comment: 'other' })];
    await importTrade(database, linesOf([stored]));
    expect(await importTrade(database, linesOf([other, stored]))).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await slipsOf(database)).toMatchObject([{ trade_comment: 'stored' }]);
    expect(await database.query('SELECT version FROM slip')).toEqual([{ version: 1 }]);
    await importTrade(database, linesOf([other, stored, other]));
    expect(await slipsOf(database)).toMatchObject([{ trade_comment: 'other' }]);
    expect(await database.query('SELECT version FROM slip')).toEqual([{ version: 2 }]);
  });

  it('ends with the same when a file with two contents of a slip is loaded again, and its versions never go back', async () => {
    const database = await openWithMembers();
    const between = Array.from({ length: 2_100 }, (_, index) => aSlip({ trade_id: `X${index}`, detail_list: [] }));
    const file = [aSlip({ trade_comment: 'earlier' }), ...between, aSlip({ trade_comment: 'later' })];
    expect(await importTrade(database, linesOf(file))).toMatchObject({ added: 2_101, changed: 0, unchanged: 1 });
    const stored = () => database.query("SELECT version, update_date FROM slip WHERE trade_id = 'T1'");
    const [before] = await stored();
    expect(await importTrade(database, linesOf(file))).toMatchObject({ added: 0, changed: 0, unchanged: 2_102 });
    // Each of the two contents has its own version, because a reader could have seen both.
    expect(await stored()).toEqual([{ ...before, version: Number(before?.['version']) + 2 }]);
    const [record] = await slipsOf(database, 'BUYER', { trade_id: ['T1'] });
    expect(record?.trade_comment).toBe('later');
  });

  describe('a line', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openWithMembers();
    });

    it.each([
      [{ trade_id: '' }, 'trade_id: is missing'],
      [{ trade_id: undefined }, 'trade_id: is missing'],
      [{ member_code_self: '' }, 'member_code_self: is missing'],
      [{ member_code_self: 'NOBODY' }, 'member_code_self: member NOBODY does not exist'],
      [{ member_code_partner: 'NOBODY' }, 'member_code_partner: member NOBODY does not exist'],
      [{ fc_owner_member_code: 'NOBODY' }, 'fc_owner_member_code: member NOBODY does not exist'],
      [{ trade_id: '日'.repeat(201) }, 'trade_id: must have at most 200 characters'],
      [{ trade_id: 'a\nb' }, 'trade_id: must not hold control characters'],
      [{ status_code: '' }, 'status_code: is missing'],
      [{ status_code: '99' }, 'status_code: must be one of 10, 20, 40, 41, 60, 61, 68, 80, 84, 88, 90'],
      [{ status_day: '2026-02-30' }, 'status_day: must be an existing day, yyyy-MM-dd'],
      [{ update_date: '2026-02-01' }, 'update_date: must be an existing time, yyyy-MM-dd HH:mm:ss'],
      [{ slip_kind: '3' }, 'slip_kind: must be one of 1, 2, 5'],
      [{ perusal_flg: '0' }, 'perusal_flg: must be one of 1, 2'],
      [{ resend_flg: '2' }, 'resend_flg: must be one of 0, 1'],
      [{ detail_list: [{}, { mod_flg: 'x' }] }, 'detail_list[1].mod_flg: must be one of 0, 1'],
      [{ detail_list: [{ colour: 'red' }] }, 'detail_list[0].colour: unknown field'],
      [{ detail_list: [null] }, 'detail_list[0]: must be an object'],
      [{ detail_list: {} }, 'detail_list: must be an array'],
      [{ batch_id: '1' }, 'batch_id: unknown field'],
      [{ trade_comment: null }, 'trade_comment: must be a string'],
      [{ trade_comment: '\u0000' }, 'trade_comment: must not hold the character U+0000'],
      [{ trade_comment: '\ud800' }, 'trade_comment: holds half of a surrogate pair'],
      [{ trade_comment: '𠮷'.repeat(2_001) }, 'trade_comment: must have at most 2000 characters'],
    ])('refuses %j', async (fields, reason) => {
      const summary = await importTrade(database, linesOf([aSlip(fields)]));
      expect(summary).toMatchObject({ read: 1, added: 0, refused: 1, refusals: [{ line: 1, reason }] });
    });
  });

  it('takes 2,000 characters of any kind', async () => {
    const database = await openWithMembers();
    const trade_comment = '𠮷'.repeat(2_000);
    expect(await importTrade(database, linesOf([aSlip({ trade_comment })]))).toMatchObject({ refused: 0 });
    expect((await slipsOf(database))[0]?.trade_comment).toBe(trade_comment);
  });

  it('takes the longest key', async () => {
    const database = await openWithMembers();
    const trade_id = '𠮷'.repeat(200);
    expect(await importTrade(database, linesOf([aSlip({ trade_id })]))).toMatchObject({ added: 1 });
    expect((await slipsOf(database, 'BUYER', { trade_id: [trade_id] })).map((slip) => slip.trade_id)).toEqual([
      trade_id,
    ]);
  });

  it('counts a change only when something changes', async () => {
    const database = await openWithMembers();
    const before = await readChangeCounters(database);
    await importTrade(database, linesOf([aSlip()]));
    const after = await readChangeCounters(database);
    expect(after).toEqual({ ...before, trade: before.trade + 1 });
    await importTrade(database, linesOf([aSlip()]));
    expect(await readChangeCounters(database)).toEqual(after);
  });
});

describeDatabases('download marks', [orderingSchema], (open) => {
  async function openWithSlips() {
    const database = await open();
    await importMembers(
      database,
      linesOf([{ member_code: 'BUYER', head_office_member_code: 'SELLER' }, { member_code: 'SELLER' }]),
    );
    await importTrade(database, linesOf([aSlip(), aSlip({ trade_id: 'T2' })]));
    return database;
  }

  it('knows what a member has downloaded with a client, until it changes', async () => {
    const database = await openWithSlips();
    const marks = new TypeOrmDownloadMarks(database);
    const receipts = await receiptsOf(database);
    expect(receipts).toHaveLength(2);
    expect(await notDownloaded(database, erp)).toEqual(['T1', 'T2']);
    await marks.mark(erp, [receipts]);
    expect(await notDownloaded(database, erp)).toEqual([]);
    expect(await notDownloaded(database, shop)).toEqual(['T1', 'T2']);
    expect(await notDownloaded(database, { ...erp, memberCode: 'SELLER' })).toEqual(['T1', 'T2']);
    await importTrade(database, linesOf([aSlip({ trade_comment: 'corrected' })]));
    expect(await notDownloaded(database, erp)).toEqual(['T1']);
    await marks.mark(erp, [receipts]);
    expect(await notDownloaded(database, erp)).toEqual(['T1']);
    await marks.mark(erp, [await receiptsOf(database)]);
    expect(await notDownloaded(database, erp)).toEqual([]);
    await marks.mark(erp, [receipts]);
    expect(await notDownloaded(database, erp)).toEqual([]);
  });

  it('marks each portion as a whole or not at all', async () => {
    const database = await openWithSlips();
    const [first = '', second = ''] = await receiptsOf(database);
    const marks = new TypeOrmDownloadMarks(database);
    await expect(marks.mark(erp, [[first, 'broken']])).rejects.toThrow(RangeError);
    expect(await notDownloaded(database, erp)).toEqual(['T1', 'T2']);
    await expect(marks.mark(erp, [[first], [second, 'broken']])).rejects.toThrow(RangeError);
    expect(await notDownloaded(database, erp)).toEqual(['T2']);
    await marks.mark(erp, [[], []]);
  });

  it('leaves alone a slip that is gone, and another one that has taken its number', async () => {
    const database = await openWithSlips();
    await importTrade(database, linesOf([aSlip({ trade_comment: 'corrected' })]));
    const receipts = await receiptsOf(database);
    await database.execute('DELETE FROM slip');
    await new TypeOrmDownloadMarks(database).mark(erp, [receipts]);
    expect(await database.query('SELECT * FROM download_mark')).toEqual([]);
    await importTrade(database, linesOf([aSlip({ trade_id: 'T3' })]));
    const [{ id } = { id: 0 }] = await database.query<{ id: number }>('SELECT id FROM slip');
    await new TypeOrmDownloadMarks(database).mark(erp, [[`${id}:2`]]);
    expect(await notDownloaded(database, erp)).toEqual(['T3']);
  });

  it('takes the same range from many at once', async () => {
    const database = await openWithSlips();
    const receipts = await receiptsOf(database);
    const marks = new TypeOrmDownloadMarks(database);
    await Promise.all(
      Array.from({ length: 8 }, (_, run) => marks.mark(erp, [run % 2 === 0 ? receipts : receipts.toReversed()])),
    );
    expect(await notDownloaded(database, erp)).toEqual([]);
  });
});
