import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ImportKind } from '@trading-platform/domain-types';
import { linesOf } from '../src/testing/lines.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { type Line, randomLines } from './random-lines.js';
import { Random } from './random-market.js';
import { keyedKinds, ReferenceStore, settingKinds } from './reference-store.js';

const kinds: readonly ImportKind[] = [...keyedKinds, ...settingKinds];

/**
 * Runs random imports, merges and removals of every kind, and compares the result with a simple model in memory. The result of
 * imports and removals must not depend on the other data in the database.
 */
export function describeLoadsAndRemovals(runs: number, steps: number, timeoutMs?: number): void {
  describeDatabases(`${runs} runs of ${steps} loads, merges and removals`, [orderingSchema], (open) => {
    const seeds = Array.from({ length: runs }, (_, run) => 20_261_122 + run);

    it.each(seeds)(
      'leave what the reference holds: seed %d',
      async (seed) => {
        const random = new Random(seed);
        const [database, reference] = [await open(), new ReferenceStore()];
        for (let step = 0; step < steps; step++) {
          // oxlint-disable-next-line no-await-in-loop
          await takeStep(database, reference, random, step < kinds.length ? kinds[step] : random.pick(kinds), step);
        }
        const copy = await open();
        for (const [kind, lines] of reference.files()) {
          // oxlint-disable-next-line no-await-in-loop
          expect(await importRecords(kind, copy, linesOf(lines))).toMatchObject({ refused: 0 });
        }
        expect(await contentOf(database)).toEqual(await contentOf(copy));
      },
      timeoutMs,
    );

    it(
      'end as the first load did, when all is removed twice and loaded again',
      async () => {
        const random = new Random(7);
        const files = kinds.map((kind) => [kind, randomLines(random, kind, 0).slice(0, 40)] as const);
        const database = await open();
        for (const [kind, lines] of files) await importRecords(kind, database, linesOf(lines));
        const first = await contentOf(database);
        for (const [kind, lines] of files.toReversed()) {
          const once = await removeRecords(kind, database, linesOf(lines));
          expect(once).toMatchObject({ refused: 0, applied: true });
          expect(once.removed).toBeGreaterThan(0);
          const twice = { read: lines.length, removed: 0, notThere: lines.length, refused: 0 };
          expect(await removeRecords(kind, database, linesOf(lines))).toMatchObject(twice);
        }
        const empty = await contentOf(database);
        expect(Object.values(empty).flat()).toEqual([]);
        for (const [kind, lines] of files) await importRecords(kind, database, linesOf(lines));
        expect(await contentOf(database)).toEqual(first);
      },
      timeoutMs,
    );
  });
}

async function takeStep(
  database: Database,
  reference: ReferenceStore,
  random: Random,
  kind: ImportKind = 'members',
  step: number,
): Promise<void> {
  const choice = random.below(5);
  const isRemoval = step >= kinds.length && choice < 2;
  const merge = choice === 4 && settingKinds.some((setting) => setting === kind);
  const lines = isRemoval ? someOf(random, randomLines(random, kind, step)) : randomLines(random, kind, step);
  const expected = isRemoval ? reference.remove(kind, lines) : reference.load(kind, lines, merge);
  const options = { atomic: random.below(4) === 0 && expected.refused === 0, readInThread: false };
  const summary = isRemoval
    ? await removeRecords(kind, database, linesOf(lines), options)
    : await importRecords(kind, database, linesOf(lines), { ...options, merge });
  expect({ step, kind, isRemoval, ...summary }).toMatchObject({ step, kind, isRemoval, ...expected });
}

/** Each line of a removal names a different member, so that each refusal is reported once. */
function someOf(random: Random, lines: readonly Line[]): Line[] {
  const byMember = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return byMember.size === 0 ? [] : random.some([...byMember.values()]);
}

const ofProduct = 'p.member_code, p.member_code_partner, p.item_id';

/** Reads all tables of a database, without the numbers that imports assign. */
const contents = {
  members: 'SELECT * FROM member ORDER BY member_code',
  products: `SELECT ${ofProduct}, p.group_code, p.customer_code, p.member_code_order_to, p.digest FROM product p ORDER BY 1, 2, 3`,
  catalogLines: `SELECT ${ofProduct}, c.line_no, c.catalog_id, c.update_date FROM catalog_line c
    LEFT JOIN product p ON p.id = c.product_id ORDER BY 1, 2, 3, 4`,
  buyLines: `SELECT ${ofProduct}, b.line_no, b.update_date FROM buy_line b LEFT JOIN product p ON p.id = b.product_id
    ORDER BY 1, 2, 3, 4`,
  slips: `SELECT trade_id, member_code_self, member_code_partner, fc_owner_member_code, update_day, digest FROM slip
    ORDER BY 1, 2`,
  slipBodies: `SELECT s.trade_id, s.member_code_self, b.body FROM slip_body b LEFT JOIN slip s ON s.id = b.slip_id
    ORDER BY 1, 2`,
  settings: 'SELECT * FROM setting_row ORDER BY member_code_seller, member_code_buyer, kind, row_no',
  fcPrices: 'SELECT * FROM fc_price ORDER BY scope, valid_from, date_basis',
  deliveryPlaces: 'SELECT * FROM delivery_place ORDER BY member_code, delivery_place_id',
  pairs: 'SELECT * FROM member_pair ORDER BY member_code, member_code_partner',
} as const;

async function contentOf(database: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables: Record<string, readonly string[]> = {};
  for (const [name, query] of Object.entries(contents)) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await database.query<Readonly<Record<string, unknown>>>(query);
    tables[name] = rows.map((row) => JSON.stringify(row, (_, value: unknown) => bytesAsText(value)));
  }
  return tables;
}

function bytesAsText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}
