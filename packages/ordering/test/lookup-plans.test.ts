import { beforeAll, expect, it } from '@jest/globals';
import type { Database, SqlValue } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { scopeKey } from '../src/fc-price/fc-price-rule.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDeliverySource } from '../src/typeorm/repositories/typeorm-delivery-source.js';
import { TypeOrmFcPriceSource } from '../src/typeorm/repositories/typeorm-fc-price-source.js';

const rows = 20_000;
/** One buyer has all its lines from one seller, so an index on pairs would read all lines of the buyer. */
const pair = {
  buyer: 'BUYER',
  headOffice: 'HEAD',
  seller: 'SELLER',
  settings: { closing: [], nonTrading: [], nonCountingDays: new Set<number>(), blocks: [] },
};
const thousand = Array.from({ length: 1000 }, (_, index) => `K${index * 7}`);

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A database that collects statements and does not run them. */
function listening(database: Database, statements: Statement[]): Database {
  return Object.assign(Object.create(database) as Database, {
    query(sql: string, values: readonly SqlValue[] = []) {
      statements.push({ sql, values });
      return Promise.resolve([]);
    },
  });
}

async function planOf(database: Database, { sql, values }: Statement): Promise<string> {
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const steps = await database.query(`${explain} ${sql}`, values);
  return steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])).join('\n');
}

async function fillTables(database: TestDatabase): Promise<void> {
  const numbers =
    database.dialect === 'sqlite'
      ? `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows - 1})`
      : `WITH n(i) AS (SELECT generate_series(0, ${rows - 1}))`;
  await database.execute(`${numbers} INSERT INTO catalog_line (product_id, line_no, member_code, catalog_id,
      member_code_partner, member_code_order_to, food_cat_large_code, food_cat_middle_code, food_cat_small_code,
      status_code, share_flg, store_unshare_flg, view_active_code, sell_stop_active_code, item_deleted_code, lead_time,
      update_date)
    SELECT i, 0, 'BUYER', 'K' || i, 'SELLER', '', '', '', '', '', '', '', '', '', '', '', '' FROM n`);
  await database.execute(`${numbers} INSERT INTO fc_price (scope, valid_from, date_basis, fc_owner_member_code,
      member_code_store, catalog_id, food_cat_large_code, method, value, rounding, valid_to)
    SELECT '["OWNER","","K' || i || '",""]', '', 'order', 'OWNER', '', 'K' || i, '', 'fixed', '1', '0', '' FROM n`);
}

describeDatabases('plans of the lookups', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await fillTables(database);
  });

  it('find lines and rules through their keys, with statistics and without', async () => {
    const statements: Statement[] = [];
    const heard = listening(database, statements);
    const scopes = thousand.map((catalogId) =>
      scopeKey({ fcOwnerMemberCode: 'OWNER', memberCodeStore: '', catalogId, foodCatLargeCode: '' }),
    );
    await new TypeOrmDeliverySource(heard).readLines(pair, thousand);
    await new TypeOrmFcPriceSource(heard).readLines(new Map([['BUYER', new Set(thousand)]]));
    await new TypeOrmFcPriceSource(heard).readRules(scopes);
    expect(statements).toHaveLength(3);
    const keys = [
      'catalog_line_id',
      'catalog_line_id',
      database.dialect === 'sqlite' ? 'PRIMARY KEY' : 'fc_price_pkey',
    ];
    for (const prepare of ['SELECT 1', 'ANALYZE']) {
      await database.execute(prepare);
      for (const [index, statement] of statements.entries()) {
        const plan = await planOf(database, statement);
        expect(plan).toContain(keys[index]);
        expect(plan).not.toMatch(/SCAN found|Seq Scan on (catalog_line|fc_price)|catalog_line_pair/);
      }
    }
  });
});
