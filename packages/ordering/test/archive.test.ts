import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { errorCode } from '@trading-platform/domain-types';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { orderJudge } from '../src/order/judge-order.js';
import { askedPairs } from '../src/order/order-source.js';
import { linesOf } from '../src/testing/lines.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import type { ArchivedUnit } from '../src/typeorm/archive/archived-unit.js';
import {
  expectArchivedSlips,
  loadArchivedHistories,
  loadArchivedMarks,
  loadArchivedUploadNumbers,
} from '../src/typeorm/archive/load-archived.js';
import { SlipArchive } from '../src/typeorm/archive/slip-archive.js';
import { UploadNumberArchive } from '../src/typeorm/archive/upload-number-archive.js';
import { exportRecords } from '../src/typeorm/export-records.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDownloadMarks } from '../src/typeorm/repositories/typeorm-download-marks.js';
import { TypeOrmOrderSource } from '../src/typeorm/repositories/typeorm-order-source.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { FollowedCopy, keyOf } from './followed-copy.js';
import { fillMarket, load, nth, ordersOf, ordersToTake } from './order-market.js';

const before = '2025-01-01';
/** A day that is later than everything the tests store. */
const farFuture = '2099-01-01';
const [buyer, seller] = ['10000001', '20000001'];
const old = { status_code: '60', update_date: '2024-12-31 23:59:59', order_day: '2024-12-01' };

/** Returns both views of a slip. */
function bothViews(trade_id: string, slip: object = {}, buyersOnly: object = {}): object[] {
  return [
    { trade_id, member_code_self: buyer, member_code_partner: seller, ...old, ...slip, ...buyersOnly },
    { trade_id, member_code_self: seller, member_code_partner: buyer, ...old, ...slip },
  ];
}

async function allOf(pages: AsyncIterable<readonly ArchivedUnit[]>): Promise<ArchivedUnit[]> {
  const units: ArchivedUnit[] = [];
  for await (const page of pages) units.push(...page);
  return units;
}

async function exported(database: Database): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportRecords('trade', database, new AbortController().signal)) lines.push(line.toString());
  return lines;
}

async function receiptsOf(database: Database, memberCode: string): Promise<string[]> {
  const snapshot = await new TypeOrmTradeSource(database).open(criteriaOf(memberCode), new AbortController().signal);
  const receipts: string[] = [];
  for await (const records of snapshot.records) receipts.push(...records.map(({ receipt }) => receipt ?? ''));
  await snapshot.close();
  return receipts;
}

function criteriaOf(memberCode: string, filters: object = {}) {
  const period = { target_date_set: '0', target_date_from: '2000-01-01', target_date_to: '2099-12-31' };
  const status_code = ['10', '20', '40', '60', '90'];
  return tradeCriteria(
    { memberCode, clientId: 'erp' },
    { ...period, status_code, member_codes: [memberCode], ...filters },
  );
}

async function notDownloaded(database: Database): Promise<string[]> {
  const copy = new FollowedCopy({
    source: new TypeOrmTradeSource(database),
    criteria: criteriaOf(buyer, { not_downloaded_flg: '1' }),
    head: '{',
    keyOf: keyOf.trade,
  });
  await copy.update();
  return [...copy.records.keys()].toSorted();
}

async function histories(database: Database): Promise<string[]> {
  const rows = await database.query('SELECT * FROM slip_history ORDER BY trade_id, version');
  return rows.map((row) => JSON.stringify(row));
}

const slipsOf = (units: readonly ArchivedUnit[]) => units.map(({ key }) => key).toSorted();

async function comeBack(database: Database, units: readonly ArchivedUnit[]) {
  const [trade, marks, history] = [0, 1, 2].map((file) => units.flatMap(({ lines }) => lines[file] ?? []));
  await expectArchivedSlips(database, trade ?? []);
  const { added } = await importRecords(
    'trade',
    database,
    linesOf((trade ?? []).map((line) => JSON.parse(String(line)))),
  );
  return {
    added,
    marks: await loadArchivedMarks(database, marks ?? []),
    changes: await loadArchivedHistories(database, history ?? []),
  };
}

describeDatabases('an archive', [orderingSchema], (open) => {
  async function aMarket(...slips: object[]): Promise<TestDatabase> {
    const database = await open(fillMarket);
    await load(database, 'trade', slips);
    return database;
  }

  describe('of slips', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await aMarket(...bothViews('OLD'), ...bothViews('ONE-SIDE').slice(1));
    });

    it.each([
      ['planned', { status_code: '10' }, {}],
      ['waiting for approval', { status_code: '20' }, {}],
      ['updated since', { update_date: '2025-01-01 00:00:00' }, {}],
      ['young by its status day', { status_day: before }, {}],
      ['young by its order day', { order_day: before }, {}],
      ['young by its planned shipping day', { planned_shipping_day: before }, {}],
      ['young by its shipping day', { shipping_send_date: before }, {}],
      ['young by its delivery day', { delivery_date: before }, {}],
      ['young by its receipt day', { receipt_day: before }, {}],
      ['young by its send day', { send_date: before }, {}],
      ['wished for a later day', { hope_delivery_date: before }, {}],
      ['young in one view', {}, { delivery_date: before }],
    ])('lets one stay that is %s', async (_, slip, ofBuyer) => {
      await load(database, 'trade', bothViews('T', slip, ofBuyer));
      expect(slipsOf(await allOf(new SlipArchive(database, before).pages()))).toEqual(['OLD', 'ONE-SIDE']);
      await removeRecords('trade', database, linesOf(bothViews('T')));
    });
  });

  it('of slips is whole: versions, views, marks come back byte for byte, and nothing else has changed', async () => {
    const slips = Array.from({ length: 600 }, (_, index) => bothViews(`T${index}`, { trade_comment: `備考 ${index}` }));
    const database = await aMarket(...slips.flat(), ...bothViews('YOUNG', { order_day: '2026-01-01' }));
    await load(database, 'trade', [{ ...bothViews('T1')[0], trade_comment: 'changed' }]);
    const marks = new TypeOrmDownloadMarks(database);
    await marks.mark({ memberCode: buyer, clientId: 'erp' }, [(await receiptsOf(database, buyer)).slice(0, 400)]);
    const known = [await exported(database), await notDownloaded(database), await histories(database)];
    expect(known[2]).toHaveLength(602);
    const archive = new SlipArchive(database, before);
    const units = await allOf(archive.pages());
    expect(units).toHaveLength(600);
    for (let start = 0; start < units.length; start += 100) {
      const page = units.slice(start, start + 100);
      // oxlint-disable-next-line no-await-in-loop
      expect(await archive.remove(page)).toEqual({ removed: page.length, changed: 0 });
    }
    expect(await archive.remove(units)).toEqual({ removed: 0, changed: 0 });
    expect(await exported(database)).toEqual(known[0]?.filter((line) => line.includes('"YOUNG"')));
    expect(await histories(database)).toHaveLength(1);
    expect(
      await database.query('SELECT 1 FROM slip_body b WHERE NOT EXISTS (SELECT 1 FROM slip WHERE id = slip_id)'),
    ).toEqual([]);
    expect(await comeBack(database, units)).toEqual({ added: 1_200, marks: 400, changes: 601 });
    expect([await exported(database), await notDownloaded(database), await histories(database)]).toEqual(known);
    expect(await comeBack(database, units)).toEqual({ added: 0, marks: 0, changes: 601 });
    expect(await histories(database)).toEqual(known[2]);
  });

  it('leaves what was changed after it was written: a slip, a mark, a view more', async () => {
    const database = await aMarket(
      ...['A', 'B', 'D'].flatMap((id) => bothViews(id)),
      ...['C', 'E'].flatMap((id) => bothViews(id).slice(1)),
    );
    const archive = new SlipArchive(database, before);
    const units = await allOf(archive.pages());
    await load(database, 'trade', [{ ...bothViews('A')[0], trade_comment: 'changed' }, ...bothViews('C').slice(0, 1)]);
    const receipts = await receiptsOf(database, buyer);
    await new TypeOrmDownloadMarks(database).mark({ memberCode: buyer, clientId: 'erp' }, [receipts]);
    await database.execute(`DELETE FROM download_mark WHERE slip_id IN (SELECT id FROM slip WHERE trade_id = 'D')`);
    const unitOf = (id: string) => units.filter(({ key }) => key === id);
    expect(await archive.remove(unitOf('E'))).toEqual({ removed: 1, changed: 0 });
    expect(await archive.remove(units)).toEqual({ removed: 1, changed: 3 });
    expect(slipsOf(await allOf(archive.pages()))).toEqual(['A', 'B', 'C']);
  });

  it('that an earlier release has written goes if its slip has no history, and stays otherwise', async () => {
    const database = await aMarket(...bothViews('A'), ...bothViews('B'));
    await database.execute("DELETE FROM slip_history WHERE trade_id = 'A'");
    const archive = new SlipArchive(database, before);
    const units = (await allOf(archive.pages())).map(({ key, lines }) => ({ key, lines: lines.slice(0, 2) }));
    expect(await archive.remove(units)).toEqual({ removed: 1, changed: 1 });
    expect(slipsOf(await allOf(archive.pages()))).toEqual(['B']);
  });

  it('sweeps what an earlier release has left of slips that it removed, and nothing else', async () => {
    const database = await aMarket(...bothViews('A'), ...bothViews('B'));
    const life = "'', '2024-12-01 00:00:00', '', ''";
    await database.execute(`INSERT INTO slip_life VALUES ('A', ${life}), ('B', ${life})`);
    await database.execute("DELETE FROM slip WHERE trade_id = 'A'");
    expect(await new SlipArchive(database, before).sweep()).toBe(2);
    expect(await histories(database)).toEqual([expect.stringContaining('"trade_id":"B"')]);
    expect(await database.query('SELECT trade_id FROM slip_life')).toEqual([{ trade_id: 'B' }]);
  });

  it('of a history is not loaded without its slip', async () => {
    const database = await aMarket(...bothViews('A'));
    const [unit] = await allOf(new SlipArchive(database, before).pages());
    await removeRecords('trade', database, linesOf(bothViews('A')));
    expect(await loadArchivedHistories(database, unit?.lines[2] ?? [])).toBe(0);
    expect(await histories(database)).toEqual([]);
  });

  it('leaves a slip that is changed after it was compared', async () => {
    const database = await aMarket(...bothViews('A'));
    const archive = new SlipArchive(database, before);
    const units = await allOf(archive.pages());
    const transaction = database.transaction.bind(database);
    jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await load(database, 'trade', [{ ...bothViews('A')[0], trade_comment: 'changed' }]);
      return transaction(work);
    });
    expect(await archive.remove(units)).toEqual({ removed: 0, changed: 1 });
    expect(await exported(database)).toHaveLength(2);
  });

  it('is told to callers who follow changes, when it goes and when it comes back', async () => {
    const database = await aMarket(...bothViews('OLD'), ...bothViews('YOUNG', { order_day: '2026-01-01' }));
    const copy = new FollowedCopy({
      source: new TypeOrmTradeSource(database),
      criteria: criteriaOf(buyer),
      head: '{',
      keyOf: keyOf.trade,
    });
    await copy.update();
    const all = new Map(copy.records);
    const archive = new SlipArchive(database, before);
    const units = await allOf(archive.pages());
    await archive.remove(units);
    const key = { trade_id: 'OLD', member_code_self: buyer };
    expect(await copy.update()).toEqual({ isChanges: true, records: 0, removed: [key] });
    await comeBack(database, units);
    expect(await copy.update()).toEqual({ isChanges: true, records: 1, removed: [] });
    expect(copy.records).toEqual(all);
  });

  describe('of upload numbers', () => {
    const hope_delivery_date = '2026-11-20';

    async function taken(database: Database) {
      const orders = await ordersToTake(database, ordersOf(['u1', 'u2'], { hope_delivery_date }));
      return { orders, answers: await new TypeOrmOrderStore(database).take(orders) };
    }

    it('goes only after their slips, and meanwhile a repeat has the answer that it always had', async () => {
      const database = await aMarket();
      const { orders, answers } = await taken(database);
      const numbers = new UploadNumberArchive(database, Date.now() + 1);
      expect(await allOf(numbers.pages())).toEqual([]);
      const slips = new SlipArchive(database, farFuture);
      const units = await allOf(slips.pages());
      expect(await slips.remove(units)).toEqual({ removed: 2, changed: 0 });
      const repeated = await new TypeOrmOrderStore(database).take(orders);
      expect(repeated).toMatchObject(
        answers.map((answer) => ({ bound: { slip: 'taken' in answer ? answer.taken : {} } })),
      );
      expect(await allOf(new UploadNumberArchive(database, Date.now() - 3_600_000).pages())).toEqual([]);

      const gone = await allOf(numbers.pages());
      expect(gone).toHaveLength(2);
      await comeBack(database, units.slice(0, 1));
      expect(await numbers.remove(gone)).toEqual({ removed: 1, changed: 0 });
      expect(await numbers.remove(gone)).toEqual({ removed: 0, changed: 0 });
      expect(await database.query('SELECT 1 FROM upload_number')).toHaveLength(1);
      expect(await database.query('SELECT 1 FROM removed_slip')).toEqual([]);

      const lines = gone.flatMap((unit) => unit.lines.flat());
      expect(await loadArchivedUploadNumbers(database, lines)).toEqual({ added: 1, refused: [] });
      expect(await loadArchivedUploadNumbers(database, lines)).toEqual({ added: 0, refused: [] });
      expect(await new TypeOrmOrderStore(database).take(orders)).toEqual(repeated);
    });

    it('lets no order be taken twice: by then its day has passed; and comes not back over another order', async () => {
      const database = await aMarket();
      const { orders } = await taken(database);
      const slips = new SlipArchive(database, farFuture);
      await slips.remove(await allOf(slips.pages()));
      const numbers = new UploadNumberArchive(database, Date.now() + 1);
      const units = await allOf(numbers.pages());
      await numbers.remove(units);

      const uploaded = ordersOf(['u1'], { hope_delivery_date });
      const [pair] = await new TypeOrmOrderSource(database).readPairs(buyer, [...askedPairs(uploaded).values()]);
      if (pair === undefined || !('buyer' in pair)) throw new Error('There is no such pair');
      const aYearLater = parseJapanTime('2027-11-21 10:00:00')!;
      expect(orderJudge(pair, aYearLater)(nth(uploaded, 0))).toMatchObject({
        errors: [{ error_item: 'hope_delivery_date', error_code: errorCode.hopedDateImpossible }],
      });

      await new TypeOrmOrderStore(database).take(orders.slice(0, 1));
      expect(
        await loadArchivedUploadNumbers(
          database,
          units.flatMap(({ lines }) => lines.flat()),
        ),
      ).toEqual({
        added: 1,
        refused: [{ memberCode: buyer, uploadNo: 'u1' }],
      });
    });
  });
});
