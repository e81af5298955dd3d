import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { downloads } from '@trading-platform/domain-types';
import { downloadFunction } from '../src/download/download-function.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { type TradeFilters, tradeCriteria } from '../src/trade/trade-criteria.js';
import { importMembers, importTrade } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDownloadMarks } from '../src/typeorm/repositories/typeorm-download-marks.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { days, lastOfKey, Random, randomMembers, randomSlips, statuses } from './random-market.js';
import { dayOf, type FilterName, filters, type SlipLine, selectTrade } from './trade-reference.js';

const random = new Random(20_260_106);
const members = randomMembers(random);
const file = randomSlips(random, 400);
const keyOf = (slip: SlipLine) => JSON.stringify([slip.trade_id, slip.member_code_self]);
const slips = lastOfKey(file, keyOf);

/** The member HEAD has downloaded every third slip, and half of these slips were corrected later. */
const delivered = slips.filter((_, index) => index % 3 === 0);
const corrected = delivered
  .filter((_, index) => index % 2 === 0)
  .map((slip) => ({ ...slip, op_name_self: 'corrected' }));
const stillDownloaded = new Set(delivered.filter((_, index) => index % 2 === 1).map(keyOf));

const period = (kind: string) => ({
  target_date_set: kind,
  target_date_from: '2026-01-01',
  target_date_to: '2026-01-14',
});

const names = Object.keys(filters) as FilterName[];
const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other] as const));

/** Compares the slips that random filters select with the slips that a simple reference selects. */
export function describeTradeFilters(runs: number): void {
  describeDatabases(`trade filters, ${runs} of each pair`, [orderingSchema], (open) => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await open();
      expect(await importMembers(database, linesOf(members))).toMatchObject({ refused: 0 });
      expect(await importTrade(database, linesOf(file))).toMatchObject({ refused: 0, added: slips.length });
      await new TypeOrmDownloadMarks(database).mark({ memberCode: 'HEAD', clientId: 'erp' }, [
        await receiptsOf(new Set(delivered.map(keyOf))),
      ]);
      expect(await importTrade(database, linesOf(corrected))).toMatchObject({ changed: corrected.length });
    });

    /** Receipts normally come from the download, so the test has to build them itself. */
    async function receiptsOf(keys: ReadonlySet<string>): Promise<string[]> {
      const rows = await database.query<{ id: number; version: number; trade_id: string; member_code_self: string }>(
        'SELECT id, version, trade_id, member_code_self FROM slip',
      );
      return rows
        .filter(({ id: _id, version: _version, ...row }) => keys.has(keyOf(row)))
        .map(({ id, version }) => `${id}:${version}`);
    }

    async function expectAsReference(caller: string, request: TradeFilters): Promise<number> {
      const records = await readRecords<unknown, SlipLine>(
        downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
        tradeCriteria({ memberCode: caller, clientId: 'erp' }, request),
      );
      const isDownloaded = (slip: SlipLine) => caller === 'HEAD' && stillDownloaded.has(keyOf(slip));
      const expected = selectTrade(caller, request, members, slips, isDownloaded).toSorted((left, right) =>
        Buffer.compare(sortKey(left, request), sortKey(right, request)),
      );
      expect({ caller, request, keys: records.map(keyOf) }).toEqual({ caller, request, keys: expected.map(keyOf) });
      return records.length;
    }

    it.each(['0', '1', '2', '3', '4', '5', '6', '7'])('target_date_set %s, each period', async (kind) => {
      let selected = 0;
      for (const [from, to] of days.slice(1).flatMap((day) => days.slice(1).map((other) => [day, other] as const))) {
        const request = {
          target_date_set: kind,
          target_date_from: from ?? '',
          target_date_to: to ?? '',
          status_code: statuses,
        };
        selected += await expectAsReference('HEAD', request);
      }
      expect(selected).toBeGreaterThan(0);
    });

    it.each(names)('%s alone, each value, for each caller', async (name) => {
      let selected = 0;
      for (const value of filters[name]) {
        for (const caller of ['HEAD', 'OWNER']) {
          selected += await expectAsReference(caller, { ...period(String(random.below(8))), [name]: value });
        }
      }
      expect(selected).toBeGreaterThan(0);
    });

    it.each(pairs)('%s with %s', async (name, other) => {
      for (let run = 0; run < runs; run++) {
        const pair = { [name]: random.pick(filters[name]), [other]: random.pick(filters[other]) };
        await expectAsReference(random.pick(['HEAD', 'OWNER']), { ...period(String(random.below(8))), ...pair });
      }
    });

    it('combines many filters at once', async () => {
      for (let run = 0; run < 25 * runs; run++) {
        const chosen = random.some(names.slice(2)).map((name) => [name, random.pick(filters[name])]);
        const request = { ...period('1'), status_code: statuses, ...Object.fromEntries(chosen) };
        await expectAsReference('HEAD', request);
      }
    });
  });
}

function sortKey(slip: SlipLine, request: TradeFilters): Buffer {
  return Buffer.from([dayOf(slip, request.target_date_set), slip.trade_id, slip.member_code_self].join('\0'));
}
