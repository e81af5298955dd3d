import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SqlValue } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { AskedPair } from '../src/order/order-source.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderSource } from '../src/typeorm/repositories/typeorm-order-source.js';
import { readPairs } from '../src/typeorm/sql/orders/order-pairs.js';
import type { DatabaseSnapshot } from '../src/typeorm/sql/snapshot/database-snapshot.js';
import { aMasterLine, fillMarket, load, nth } from './order-market.js';
import { memberCodes, Random, randomMembers, randomProducts, randomSlips } from './random-market.js';

function asked(given: Partial<AskedPair> = {}): AskedPair {
  return { memberCodeSelf: '10000001', memberCodePartner: '20000001', catalogIds: [], privateItemCodes: [], ...given };
}

function sellersSlip(trade_id: string, customer_code: string) {
  return {
    trade_id,
    member_code_self: '20000001',
    member_code_partner: '10000001',
    status_code: '40',
    customer_code,
    detail_list: [],
  };
}

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Reads in the same way as a snapshot, and collects the statements. */
function listening(database: TestDatabase, statements: Statement[]): DatabaseSnapshot {
  const query = <Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> => {
    statements.push({ sql, values });
    return database.query<Row>(sql, values);
  };
  return Object.assign(Object.create(database) as DatabaseSnapshot, {
    query,
    async *stream<Row>(sql: string, values: readonly SqlValue[]) {
      yield await query<Row>(sql, values);
    },
  });
}

async function planOf(database: TestDatabase, { sql, values }: Statement): Promise<string> {
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const steps = await database.query(`${explain} ${sql}`, values);
  return steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])).join('\n');
}

describeDatabases('the source of orders', [orderingSchema], (open) => {
  describe('of a small market', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await open(fillMarket);
    });

    async function readOne(given: Partial<AskedPair>, caller = '10000001') {
      const [pair] = await new TypeOrmOrderSource(database).readPairs(caller, [asked(given)]);
      if (pair === undefined || !('buyer' in pair)) throw new Error(`Refused: ${String(pair)}`);
      return pair;
    }

    it('knows members, settings and delivery places of a pair', async () => {
      const { buyer, seller, fcOwner, sellersCustomerCode, settings, deliveryPlaces } = await readOne({});
      expect([buyer, seller, fcOwner].map((member) => member?.memberName)).toEqual(['buyer', 'seller', 'head']);
      expect(sellersCustomerCode).toBe('');
      expect(deliveryPlaces.map(({ deliveryPlaceId }) => deliveryPlaceId)).toEqual(['1', '2']);
      expect(settings.nonCountingDays.size).toBe(1);
      expect(settings.blocks).toHaveLength(2);
    });

    it('finds products by either name, with all that is known of them', async () => {
      const { products } = await readOne({ catalogIds: ['c1', 'h1', 'none'], privateItemCodes: ['P2', 'none'] });
      expect(
        products.map(({ catalogId, owner, buy, header, catalog, fcRules }) => [
          catalogId,
          owner,
          catalog.private_item_code,
          buy?.subject_code,
          header.op_name,
          fcRules.length,
        ]),
      ).toEqual([
        ['c1', 'buyer', 'P1', 'S-c1', 'Yamada', 1],
        ['h1', 'head-office', 'P3', 'own of h1', 'Yamada', 0],
        ['c2', 'buyer', 'P2', 'S-c2', 'Yamada', 0],
      ]);
    });

    it('finds what a code of the head office stands for, also where the buyer has the line itself', async () => {
      const fresh = await open(fillMarket);
      const own = aMasterLine('h1', { private_item_code: 'other', food_cat_large_code: '01' });
      expect(await importRecords('master', fresh, linesOf([own]))).toMatchObject({ changed: 1, refused: 0 });
      const [pair] = await new TypeOrmOrderSource(fresh).readPairs('10000001', [asked({ privateItemCodes: ['P3'] })]);
      const products = pair !== undefined && 'buyer' in pair ? pair.products : [];
      expect(products.map(({ catalogId, owner, fcRules }) => [catalogId, owner, fcRules.length])).toEqual([
        ['h1', 'buyer', 1],
        ['h1', 'head-office', 1],
      ]);
    });

    it('takes the code by which the seller called the buyer last', async () => {
      const fresh = await open(fillMarket);
      await load(fresh, 'trade', [sellersSlip('T1', 'old'), sellersSlip('T2', 'new'), sellersSlip('T3', '')]);
      const [pair] = await new TypeOrmOrderSource(fresh).readPairs('10000001', [asked()]);
      expect(pair).toMatchObject({ sellersCustomerCode: 'new' });
    });
  });

  it('refuses the members that a delivery date request would refuse', async () => {
    const database = await open();
    const random = new Random(20_261_122);
    await load(database, 'members', randomMembers(random));
    await importRecords('master', database, linesOf(randomProducts(random, 25)));
    await importRecords('trade', database, linesOf(randomSlips(random, 5)));
    const codes = [...memberCodes, 'NOBODY', ''];
    const pairs = codes.flatMap((self) =>
      codes.map((partner) => asked({ memberCodeSelf: self, memberCodePartner: partner })),
    );
    const directory = openOrderingPorts(database).memberDirectory;
    const refused = new Map<string, number>();
    for (const caller of [...memberCodes.slice(0, 4), 'NOBODY', '']) {
      // oxlint-disable-next-line no-await-in-loop
      const answers = await new TypeOrmOrderSource(database).readPairs(caller, pairs);
      for (const [index, { memberCodeSelf, memberCodePartner }] of pairs.entries()) {
        const answer = nth(answers, index);
        const found = 'buyer' in answer ? [] : answer;
        // oxlint-disable-next-line no-await-in-loop
        const expected = await directory.notPaired(caller, {
          member_code_self: memberCodeSelf,
          member_code_partner: memberCodePartner,
        });
        expect([caller, memberCodeSelf, memberCodePartner, found]).toEqual([
          caller,
          memberCodeSelf,
          memberCodePartner,
          expected,
        ]);
        refused.set(String(expected), (refused.get(String(expected)) ?? 0) + 1);
      }
    }
    // Each of the possible results occurred many times with the random data.
    expect([...refused.values()].every((count) => count > 10)).toBe(true);
    expect(refused.size).toBe(4);
  });

  describe('of a large market', () => {
    const sellers = 20;
    const linesOfEach = 200;
    let database: TestDatabase;
    beforeAll(async () => {
      database = await open(fillMarket);
      const members = Array.from({ length: sellers }, (_, index) => ({ member_code: `S${index}` }));
      await load(database, 'members', members);
      await load(
        database,
        'master',
        members.flatMap(({ member_code }) =>
          Array.from({ length: linesOfEach }, (_, index) =>
            aMasterLine(
              `${member_code}-${index}`,
              { private_item_code: `P${index}` },
              { member_code_partner: member_code },
            ),
          ),
        ),
      );
      await load(
        database,
        'trade',
        Array.from({ length: 2_000 }, (_, index) => ({
          trade_id: `T${index}`,
          member_code_self: `S${index % sellers}`,
          member_code_partner: '10000001',
          status_code: '40',
          detail_list: [],
        })),
      );
    });

    const manyPairs = Array.from({ length: sellers }, (_, index) =>
      asked({
        memberCodePartner: `S${index}`,
        catalogIds: [1, 2, 3].map((line) => `S${index}-${line}`),
        privateItemCodes: ['P4', 'P5'],
      }),
    );

    it('reads many pairs in as many queries as one, none of which reads a whole table', async () => {
      const [one, many]: [Statement[], Statement[]] = [[], []];
      await readPairs(listening(database, one), '10000001', manyPairs.slice(0, 1));
      const pairs = await readPairs(listening(database, many), '10000001', manyPairs);
      expect(pairs.map((pair) => ('buyer' in pair ? pair.products.length : pair))).toEqual(manyPairs.map(() => 5));
      expect(many).toHaveLength(one.length);
      expect(many.length).toBeLessThanOrEqual(12);
      for (const prepare of ['SELECT 1', 'ANALYZE']) {
        await database.execute(prepare);
        for (const statement of many) {
          const plan = await planOf(database, statement);
          expect(plan).not.toMatch(
            /SCAN (found|p|s|c|product|slip|catalog_line)\b|Seq Scan on (catalog_line|product|slip)\b/,
          );
        }
      }
    });
  });
});
