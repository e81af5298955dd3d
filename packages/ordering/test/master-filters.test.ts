import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { downloads } from '@trading-platform/domain-types';
import { downloadFunction } from '../src/download/download-function.js';
import type { MasterFilters } from '../src/master/master-criteria.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { importMaster, importMembers } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { masterCriteria } from './criteria.js';
import { selectMaster } from './master-reference.js';
import {
  customers,
  groups,
  lastOfKey,
  memberCodes,
  memberGroups,
  Random,
  randomMembers,
  randomProducts,
  updateDates,
} from './random-market.js';

const random = new Random(20_260_105);
const members = randomMembers(random);
const file = randomProducts(random, 200);
const itemOf = (product: (typeof file)[number]) => product.buy?.[0]?.item_id ?? product.catalog?.[0]?.item_id ?? '';
const keyOf = (product: (typeof file)[number]) =>
  JSON.stringify([product.member_code, product.member_code_partner, itemOf(product)]);
const products = lastOfKey(file, keyOf).toSorted((left, right) => byBytes(left, right));

function byBytes(left: (typeof file)[number], right: (typeof file)[number]): number {
  const keys = [left, right].map((product) => [product.member_code, product.member_code_partner, itemOf(product)]);
  for (const part of [0, 1, 2]) {
    const [one, other] = keys.map((key) => Buffer.from(key[part] ?? ''));
    const order = Buffer.compare(one ?? Buffer.of(), other ?? Buffer.of());
    if (order !== 0) return order;
  }
  return 0;
}

const everything = { member_code_list: memberCodes };

/** The values to be tested for each filter in Spec 4.7. */
const filters: Readonly<Record<keyof MasterFilters, readonly (string | readonly string[])[]>> = {
  food_cat_large_code: ['01', '02', '', '03'],
  food_cat_middle_code: ['0101', '0102'],
  food_cat_small_code: ['010101', '010102'],
  exist_mc: ['0', '1'],
  prod_kind: ['0', '1', '2'],
  sell_stop: ['0', '1', '2'],
  without_hidden: ['0', '1'],
  share_item: ['0', '1', '2'],
  buy_upd_date_from: updateDates,
  buy_upd_date_to: updateDates,
  mc_upd_date_from: updateDates,
  mc_upd_date_to: updateDates,
  member_code_list: [...memberCodes.map((code) => [code]), memberCodes, []],
  member_group_code_list: [...memberGroups.map((code) => [code]), ['MG1', 'MG2', 'MG1']],
  group_code_list: [...groups.map((code) => [code]), ['G1', 'G3', 'unknown']],
  client_member_code_list: [...memberCodes.map((code) => [code]), memberCodes],
  client_group_code_list: [...memberGroups.map((code) => [code]), ['MG1', 'MG3']],
  client_code_list: [...customers.map((code) => [code]), ['C1', 'C"3\\', "' OR 1 = 1 --"]],
  fc_owner_member_code_list: [...memberCodes.map((code) => [code]), ['OWNER', 'HEAD']],
  fc_owner_code_list: [['F1'], ['F2'], ['F1', 'F2'], ['unknown']],
};
const names = Object.keys(filters) as (keyof MasterFilters)[];
const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other] as const));

describeDatabases('master filters', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    expect(await importMembers(database, linesOf(members))).toMatchObject({ refused: 0 });
    expect(await importMaster(database, linesOf(file))).toMatchObject({ refused: 0, added: products.length });
  });

  async function expectAsReference(caller: string, request: MasterFilters): Promise<number> {
    const delivered = await readRecords<unknown, (typeof file)[number]>(
      downloadFunction(downloads.master, new TypeOrmMasterSource(database)),
      masterCriteria(caller, request),
    );
    const expected = selectMaster(caller, withoutEmpty(request), members, products);
    expect({ caller, request, keys: delivered.map(keyOf) }).toEqual({ caller, request, keys: expected.map(keyOf) });
    return delivered.length;
  }

  it.each(names)('%s alone, each value, for each caller', async (name) => {
    let selected = 0;
    for (const value of filters[name]) {
      selected += await expectAsReference('HEAD', { [name]: value });
      selected += await expectAsReference('OWNER', { ...everything, [name]: value });
    }
    expect(selected).toBeGreaterThan(0);
  });

  it.each(pairs)('%s with %s', async (name, other) => {
    const pair = { [name]: random.pick(filters[name]), [other]: random.pick(filters[other]) };
    await expectAsReference('HEAD', { ...everything, ...pair });
  });

  it('combines many filters at once', async () => {
    for (let run = 0; run < 50; run++) {
      const chosen = random.some(names).map((name) => [name, random.pick(filters[name])]);
      await expectAsReference('HEAD', { ...everything, ...Object.fromEntries(chosen) });
    }
  });
});

/** Empty elements of a list count as absent. A list that contains only empty elements is no filter. */
function withoutEmpty(request: MasterFilters): MasterFilters {
  const entries = Object.entries(request).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((element) => element !== '') : value,
  ]);
  return Object.fromEntries(entries);
}
