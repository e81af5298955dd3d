import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Sql, SqlValue } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { OrderFilters } from '../src/list/lists.js';
import { type TradeFilters, tradeCriteria } from '../src/trade/trade-criteria.js';
import { selectOldSlips } from '../src/typeorm/archive/slip-archive.js';
import { selectOldNumbers } from '../src/typeorm/archive/upload-number-archive.js';
import { selectMembersBehind, selectNextRows } from '../src/typeorm/find/find-index.js';
import { followedTables } from '../src/typeorm/find/followed-tables.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { selectProducts, selectRemovedProducts } from '../src/typeorm/sql/downloads/master-selection.js';
import { selectRemovedElements, selectSettings } from '../src/typeorm/sql/downloads/setting-selection.js';
import { selectRemovedViews, selectSlips } from '../src/typeorm/sql/downloads/trade-selection.js';
import { selectOrdersByNumber } from '../src/typeorm/sql/find/find-orders.js';
import {
  selectByCode,
  selectByWords,
  selectEndOfWords,
  selectFoundProducts,
} from '../src/typeorm/sql/find/find-products.js';
import {
  selectByNumber,
  selectByTradeId,
  selectByUploadNo,
  selectFoundViews,
} from '../src/typeorm/sql/find/find-slips.js';
import { selectHistory } from '../src/typeorm/sql/history/read-history.js';
import { selectEndOfOrders, selectOrders } from '../src/typeorm/sql/lists/order-list.js';
import { selectEndOfProducts, selectLines } from '../src/typeorm/sql/lists/order-master-list.js';
import { selectBodies } from '../src/typeorm/sql/lists/order-names.js';
import { selectPartners, selectSellersTo } from '../src/typeorm/sql/lists/partner-list.js';
import { selectVersions, selectViewsToSend, updateSent } from '../src/typeorm/sql/loads/send-slips.js';
import { selectProduct } from '../src/typeorm/sql/lookups/find-product.js';
import { selectCustomerCodes } from '../src/typeorm/sql/members/customer-codes.js';
import { selectSlip } from '../src/typeorm/sql/orders/find-slip.js';
import { selectStoredOrders } from '../src/typeorm/sql/orders/stored-orders.js';
import { selectUploadNumbers } from '../src/typeorm/sql/orders/upload-numbers.js';
import { masterCriteria, settingCriteria } from './criteria.js';

const productCount = 20_000;
/** A position that is greater than most positions in the test, which go up to 1,000. */
const lately = 990;
/** The names of the large tables, and the aliases that statements use for them. */
const largeTables = new Set([
  'slip',
  's',
  'slip_body',
  'slip_history',
  'download_mark',
  'd',
  'product',
  'p',
  'b',
  'catalog_line',
  'buy_line',
  'l',
  'setting_row',
  'upload_number',
  'u',
  'removed_slip',
  'r',
  'v',
  'removed_product',
  'removed_view',
  'setting_change',
  'c',
  'o',
  'find_slip',
  'find_product',
  'f',
  'n',
]);
/** For each date, in the order of `target_date_set`, the index that supports it. */
const indexes = {
  update: 'slip_by_update_day',
  status: 'slip_by_status_day',
  order: 'slip_by_order_day',
  plannedShipping: 'slip_by_planned_shipping_day',
  shipping: 'slip_by_shipping_day',
  delivery: 'slip_by_delivery_day',
  receipt: 'slip_by_receipt_day',
  send: 'slip_by_send_day',
} as const;
const slipDates = Object.keys(indexes) as readonly (keyof typeof indexes)[];

/** Filters that the database checks after it has found the rows by the index of the date. */
const filters: readonly Partial<TradeFilters>[] = [
  {},
  { status_set: '3' },
  { status_code: ['40', '60'] },
  { use_ac_svc: '1', perusal_flg: '1', comment_exist: '1', mod_flg: '1', resend_flg: '1' },
  { not_downloaded_flg: '1' },
  { not_downloaded_flg: '2' },
  { item_code: 'I1', item_code_kind: '2' },
  { client_member_codes: ['M1'], client_codes: ['C1'], client_group_codes: ['P1'] },
  { group_codes: ['G1'], delivery_place_id: ['D1'], fc_owner_group_codes: ['F1'], fc_owner_member_codes: ['M2'] },
];

const owners = [['M1'], ['M1', 'M2'], Array.from({ length: 200 }, (_, index) => `M${index}`)];

const cases = slipDates.flatMap((date) => owners.map((members) => ({ date, members })));

/**
 * Checks the query plans of all selections on this number of slips, both before and after the database has gathered statistics.
 * No plan may read a whole table.
 */
export function describeQueryPlans(slipCount: number, fillTimeoutMs?: number): void {
  describeDatabases(`query plans on ${slipCount} slips`, [orderingSchema], (open) => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await open();
      await unhurried(database, (sql) => fillTables(sql, slipCount));
    }, fillTimeoutMs);

    describe('without statistics', () => {
      describePlans(() => database);
    });

    describe('with statistics', () => {
      beforeAll(() => unhurried(database, (sql) => sql.execute('ANALYZE')), fillTimeoutMs);
      describePlans(() => database);
    });
  });
}

function describePlans(open: () => TestDatabase): void {
  let database: TestDatabase;
  beforeAll(() => {
    database = open();
  });

  it.each(cases)('reads slips by $date of $members.length members through its index', async ({ date, members }) => {
    for (const filter of filters) {
      const criteria = tradeCriteria(
        { memberCode: 'M1', clientId: 'C1' },
        {
          ...filter,
          target_date_set: String(slipDates.indexOf(date)),
          target_date_from: '2026-01-01',
          target_date_to: '2026-01-14',
        },
      );
      const plan = await planOf(database, selectSlips(database.dialect, members, criteria));
      expect({ filter, plan }).toEqual({ filter, plan: expect.stringContaining(indexes[date]) });
      expect(wholeTables(plan)).toEqual([]);
    }
  });

  it('finds slips by number when they are named', async () => {
    const criteria = tradeCriteria(
      { memberCode: 'M1', clientId: 'C1' },
      {
        target_date_set: '1',
        target_date_from: '2026-01-01',
        target_date_to: '2026-01-14',
        trade_id: ['T1', 'T2'],
      },
    );
    expect(wholeTables(await planOf(database, selectSlips(database.dialect, ['M1', 'M2'], criteria)))).toEqual([]);
  });

  it('reads products of a member and settings of sellers through their keys', async () => {
    for (const members of owners) {
      const all = selectProducts(database.dialect, members, masterCriteria('M1', { exist_mc: '1', prod_kind: '1' }));
      expect(wholeTables(await planOf(database, all))).toEqual([]);
    }
    const master = selectProducts(
      database.dialect,
      ['M1'],
      masterCriteria('M1', {
        sell_stop: '1',
        buy_upd_date_from: '2026-01-01 00:00:00',
        client_member_code_list: ['M2'],
      }),
    );
    expect(wholeTables(await planOf(database, master))).toEqual([]);
    const settings = selectSettings(
      database.dialect,
      settingCriteria('nottrade', 'M1', { member_code_seller: ['M2', 'M3'], update_date: '2026-01-01' }),
      ['M1'],
    );
    expect(wholeTables(await planOf(database, settings))).toEqual([]);
  });

  it.each(cases)(
    'reads what has changed of $members.length members by position, by $date',
    async ({ date, members }) => {
      const { dialect } = database;
      for (const filter of filters.filter(({ not_downloaded_flg: mark }) => mark === undefined)) {
        const period = { target_date_from: '2026-01-01', target_date_to: '2026-01-14' };
        const request = { ...filter, ...period, target_date_set: String(slipDates.indexOf(date)) };
        const criteria = tradeCriteria({ memberCode: 'M1', clientId: 'C1' }, request);
        for (const statement of [
          selectSlips(dialect, members, criteria, lately),
          selectRemovedViews(dialect, members, criteria, lately),
        ]) {
          const plan = await planOf(database, statement);
          expect({ filter, plan }).toEqual({ filter, plan: expect.stringContaining('slip_position') });
          expect(wholeTables(plan)).toEqual([]);
        }
      }
    },
  );

  it('reads changed products and settings by position and pair', async () => {
    const { dialect } = database;
    const filtered = { exist_mc: '1', buy_upd_date_from: '2026-01-01 00:00:00', client_member_code_list: ['M2'] };
    for (const criteria of [{}, filtered].map((request) => masterCriteria('M1', request))) {
      for (const statement of [
        ...owners.map((members) => selectProducts(dialect, members, criteria, lately)),
        selectRemovedProducts(dialect, ['M1'], criteria, lately),
      ]) {
        const plan = await planOf(database, statement);
        expect(plan).toContain('product_position');
        expect(wholeTables(plan)).toEqual([]);
      }
    }
    const criteria = settingCriteria('nottrade', 'M1', { member_code_seller: ['M2', 'M3'] });
    const settings = [selectSettings, selectRemovedElements].map((select) => select(dialect, criteria, ['M1'], lately));
    for (const statement of settings) expect(wholeTables(await planOf(database, statement))).toEqual([]);
  });

  it('reads pages of the order master in the order of the key of products', async () => {
    const position = ['M1', 'I7', '0'];
    const narrowings = [{}, { sell_stop: '2', food_cat_small_code: '010101', mc_upd_date_from: '2026-01-01 00:00:00' }];
    const statements = [
      selectEndOfProducts('M1', position),
      ...narrowings.flatMap((filter) =>
        [[], position].map((after) => {
          const { request } = masterCriteria('M1', filter);
          const page = { after, until: ['M3', 'I9'], limit: 250 };
          return selectLines(database.dialect, { memberCode: 'M1', filters: request, ...page });
        }),
      ),
    ];
    for (const statement of statements) {
      const plan = await planOf(database, statement);
      expect(plan).toContain('product_key');
      expect(wholeTables(plan)).toEqual([]);
    }
  });

  it('reads pages of orders in the order of partners and numbers, planned ones among themselves', async () => {
    const filtersOf: readonly (readonly [string, OrderFilters])[] = [
      ['slip_pair', {}],
      ['slip_planned', { status_code: ['10'] }],
      ['slip_pair', { status_code: ['10', '40'] }],
      ['slip_pair', { client_member_code_list: ['M3'] }],
      ['slip_pair', { client_member_code_list: ['M3', 'M4'], order_day_from: '2026-11-01' }],
    ];
    for (const [expected, some] of filtersOf) {
      const orders = { callerMemberCode: 'M1', memberCode: 'M1', filters: some, after: ['M2', 'T5'] };
      const page = selectOrders(database.dialect, { ...orders, until: ['M3', 'T9'], limit: 250 });
      for (const statement of [selectEndOfOrders(database.dialect, orders), page]) {
        const plan = await planOf(database, statement);
        expect(plan).toContain(expected);
        expect(wholeTables(plan)).toEqual([]);
      }
    }
  });

  it('reads the bodies of listed orders by their ids', async () => {
    const plan = await planOf(database, { sql: selectBodies(database.dialect), values: [JSON.stringify([1, 2, 3])] });
    expect(wholeTables(plan)).toEqual([]);
  });

  it('reads pages of partners through what relates them', async () => {
    for (const partnerCodes of [undefined, ['M2', 'M3']]) {
      const page = { memberCode: 'M1', partnerCodes, after: 'M2', limit: 1_001 };
      expect(wholeTables(await planOf(database, selectPartners(database.dialect, page)))).toEqual([]);
    }
    const sellers = { sql: selectSellersTo(database.dialect), values: ['M1', JSON.stringify([['M2'], ['M3']])] };
    const plan = await planOf(database, sellers);
    expect(plan).toContain('catalog_line_pair');
    expect(wholeTables(plan)).toEqual([]);
  });

  it('finds orders, their numbers, their codes and their versions, and sends them, through keys', async () => {
    const { dialect } = database;
    const ids = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => `T${n * 7}`));
    const numbersOf = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ['M1', `U${n * 7}`]));
    const pairs = JSON.stringify(Array.from({ length: 100 }, (_, n) => [`M${n}`, 'M1']));
    const sent = JSON.stringify(Array.from({ length: 100 }, (_, n) => [n, 1, '00']));
    const statements = [
      { sql: selectStoredOrders(dialect), values: ['M1', ids] },
      { sql: selectUploadNumbers(dialect), values: [numbersOf] },
      { sql: selectCustomerCodes(dialect), values: [pairs] },
      { sql: selectViewsToSend(dialect), values: [ids] },
      { sql: selectVersions(dialect), values: [ids] },
      { sql: selectHistory, values: ['T7', 1_000_000, 101] },
      { sql: selectSlip, values: ['M1', 'T7'] },
      { sql: selectProduct, values: ['M1', 'M2', 'I7'] },
      {
        sql: updateSent(dialect),
        values: [sent, '40', '2026-01-01', '2026-01-01', '2026-01-01 00:00:00', '2026-01-01', 1],
      },
    ];
    for (const statement of statements) {
      const plan = await planOf(database, statement);
      expect(plan).toMatch(/SEARCH|Index/);
      expect(plan).not.toContain('SCAN found');
      expect({ ...statement, whole: wholeTables(plan) }).toEqual({ ...statement, whole: [] });
    }
  });

  it('finds slips, orders and products by their numbers, codes and words through keys, and follows changes by position', async () => {
    const { dialect } = database;
    const ids = JSON.stringify([1, 2, 3]);
    const statements = [
      { sql: selectByTradeId, values: ['M1', 'T7'] },
      { sql: selectByUploadNo, values: ['M1', 'U7', 'U8'] },
      { sql: selectByNumber(dialect), values: ['M1', 'n7', 'n8'] },
      { sql: selectFoundViews(dialect), values: ['M1', ids] },
      { sql: selectOrdersByNumber, values: ['M1', 'U7', 'U8'] },
      { sql: selectByCode(dialect), values: ['M1', 'C7'] },
      { sql: selectEndOfWords, values: ['M1', 100] },
      selectByWords(dialect, { caller: 'M1', words: ['thing', '7'], after: 100, until: 200 }),
      { sql: selectFoundProducts(dialect), values: ['M1', ids] },
      ...followedTables.flatMap((table) => [
        { sql: selectMembersBehind(table), values: [table.name, 'M1'] },
        { sql: selectNextRows(table), values: ['M1', lately, 1] },
      ]),
    ];
    for (const statement of statements) {
      const plan = await planOf(database, statement);
      expect(plan).not.toContain('SCAN found');
      expect({ ...statement, whole: wholeTables(plan) }).toEqual({ ...statement, whole: [] });
    }
  });

  it('finds old slips along the index of their update, and old upload numbers along that of their slips', async () => {
    for (const [expected, statement] of [
      ['slip_by_update_day', { sql: selectOldSlips, values: ['M1', '2025-06-01', '2025-02-01', 'T1'] }],
      ['upload_number_trade_id', { sql: selectOldNumbers, values: ['T3', 'T2'] }],
    ] as const) {
      const plan = await planOf(database, { sql: statement.sql, values: [...statement.values] });
      expect(plan).toContain(expected);
      expect(wholeTables(plan)).toEqual([]);
    }
  });

  it('recognises a plan that reads a whole table', async () => {
    const plan = await planOf(database, { sql: "SELECT id FROM slip WHERE customer_code = 'C1'", values: [] });
    expect(wholeTables(plan)).not.toEqual([]);
  });
}

/** Runs slow statements in a transaction without a time limit. */
function unhurried(database: TestDatabase, work: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  return database.transaction(
    async (transaction) => {
      if (transaction.dialect === 'postgres') await transaction.execute('SET LOCAL statement_timeout = 0');
      return work(transaction);
    },
    { patientUntil: new AbortController().signal },
  );
}

async function fillTables(sql: Sql, slipCount: number): Promise<void> {
  await fillSlips(sql, slipCount);
  await fillProductsAndSettings(sql);
}

/** A common table expression `n` that contains the numbers `i`, beginning with 1. */
function numbers({ dialect }: Sql, last: number): string {
  return dialect === 'sqlite'
    ? `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`
    : `WITH n(i) AS (SELECT generate_series(1, ${last}))`;
}

function noBytes({ dialect }: Sql): string {
  return dialect === 'sqlite' ? "x''" : "'\\x'::bytea";
}

async function fillSlips(sql: Sql, slipCount: number): Promise<void> {
  const day =
    sql.dialect === 'sqlite'
      ? `date('2025-01-01', '+' || (i % 730) || ' days')`
      : `to_char(DATE '2025-01-01' + i % 730, 'YYYY-MM-DD')`;
  const days = Array.from(slipDates, () => day).join(', ');
  const n = numbers(sql, slipCount);
  await sql.execute(`${n} INSERT INTO slip (id, trade_id, member_code_self, member_code_partner,
      status_code, kind, customer_code, group_code, self_group_code, fc_owner_member_code, fc_owner_code,
      delivery_place_id, use_ac_svc, perusal_flg, has_comment, is_modified, is_resent, update_day, status_day, order_day,
      planned_shipping_day, shipping_day, delivery_day, receipt_day, send_day, partner_groups, item_ids,
      private_item_ids, catalog_ids, version, load_id, digest, position)
    SELECT i, 'T' || i, 'M' || (i % 300), 'M' || (i % 7), '40', '1', 'C' || (i % 50), '', '', '', '', '', '2', '1', 0, 0, 0,
      ${days}, '', '', '', '', 1, 1, ${noBytes(sql)}, i * 1000 / ${slipCount} FROM n`);
  await sql.execute(`${n} INSERT INTO removed_view (trade_id, member_code_self, position)
    SELECT 'R' || i, 'M' || (i % 300), i * 1000 / ${slipCount} FROM n`);
  await sql.execute(`${n} INSERT INTO upload_number (member_code, upload_no, digest, trade_id, check_number, member_code_buyer)
    SELECT 'M' || (i % 300), 'U' || i, ${noBytes(sql)}, 'T' || i, '', 'M' || (i % 300) FROM n`);
  await sql.execute(`${n} INSERT INTO slip_history
      (trade_id, version, at, action, actor_kind, user_id, client_id, member_code, side, member_code_self, changes)
    SELECT 'T' || i, 1, 1, 'import', 'import', '', '', '', '', '', '' FROM n`);
  await sql.execute(`${n} INSERT INTO removed_slip (trade_id, version) SELECT 'R' || i, 1 FROM n`);
  await sql.execute(`${n} INSERT INTO find_slip (slip_id, member_code_self, number_key)
    SELECT i, 'M' || (i % 300), 'n' || i FROM n`);
  await sql.execute(`${n} INSERT INTO slip_body (slip_id, body) SELECT i, ${noBytes(sql)} FROM n`);
  await sql.execute(`${n} INSERT INTO download_mark (member_code, client_id, slip_id, version)
    SELECT 'M' || (i % 30), 'C1', i, 1 FROM n`);
}

async function fillProductsAndSettings(sql: Sql): Promise<void> {
  const n = numbers(sql, productCount);
  const blob = noBytes(sql);
  await sql.execute(`${n} INSERT INTO product (id, member_code, member_code_partner, item_id,
      group_code, customer_code, load_id, digest, body, position)
    SELECT i, 'M' || (i % 300), 'M' || (i % 7), 'I' || i, '', '', 1, ${blob}, ${blob}, i / 20 FROM n`);
  await sql.execute(`${n} INSERT INTO find_product (member_code, product_id, words)
    SELECT 'M' || (i % 300), i, 'thing ' || i FROM n`);
  await sql.execute(`${n} INSERT INTO removed_product (member_code, member_code_partner, item_id, position)
    SELECT 'M' || (i % 300), 'M' || (i % 7), 'R' || i, i / 20 FROM n`);
  await sql.execute(`${n} INSERT INTO setting_change (kind, member_code_seller, member_code_buyer, position)
    SELECT 'nottrade', 'M' || (i % 300), 'B' || i, i / 20 FROM n`);
  await sql.execute(`${n} INSERT INTO catalog_line (product_id, line_no, member_code, catalog_id,
      member_code_partner, member_code_order_to, food_cat_large_code, food_cat_middle_code, food_cat_small_code,
      status_code, share_flg, store_unshare_flg, view_active_code, sell_stop_active_code, item_deleted_code, lead_time,
      update_date)
    SELECT i, 0, 'M' || (i % 300), 'K' || i, 'M' || (i % 7), '', '', '', '', '', '', '', '', '', '', '', '' FROM n`);
  await sql.execute(`${n} INSERT INTO buy_line (product_id, line_no, stock_class, update_date)
    SELECT i, 0, '', '' FROM n`);
  await sql.execute(`${n} INSERT INTO setting_row (member_code_seller, member_code_buyer, kind,
      row_no, member_code_order_to, update_date, body)
    SELECT 'M' || (i % 300), 'M' || (i % 77), 'nottrade', i, '', '', ${blob} FROM n`);
}

async function planOf(
  database: TestDatabase,
  { sql, values }: { sql: string; values: readonly SqlValue[] },
): Promise<string> {
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const rows = await database.query(`${explain} ${sql}`, values);
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}

/** Returns the steps of a query plan that read all rows of one of the large tables. */
function wholeTables(plan: string): string[] {
  return plan.split('\n').filter((step) => {
    const [, table = ''] = /(?:SCAN|Seq Scan on) (\w+)/.exec(step) ?? [];
    return largeTables.has(table);
  });
}
