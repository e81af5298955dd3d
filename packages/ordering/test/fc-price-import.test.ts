import { beforeAll, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { scopeKey } from '../src/fc-price/fc-price-rule.js';
import { type AskedPrice, FcPrices } from '../src/fc-price/fc-prices.js';
import { linesOf } from '../src/testing/lines.js';
import { importFcPrices, importMaster, importMembers } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmFcPriceSource } from '../src/typeorm/repositories/typeorm-fc-price-source.js';
import { readChangeCounters } from '../src/typeorm/sql/common/counters.js';
import { readFcRules } from '../src/typeorm/sql/lookups/fc-rules.js';

const members = [
  { member_code: 'OWNER' },
  { member_code: 'HEAD' },
  { member_code: 'STORE1', fc_owner_member_code: 'OWNER', head_office_member_code: 'HEAD' },
  { member_code: 'STORE2', fc_owner_member_code: 'OWNER' },
  { member_code: 'SELLER' },
];

function product(member: string, catalogId: string, line: object = {}) {
  return {
    member_code: member,
    member_code_partner: 'SELLER',
    catalog: [{ catalog_id: catalogId, item_id: catalogId, food_cat_large_code: '10', ...line }],
  };
}

const master = [
  product('STORE1', 'C1'),
  product('STORE2', 'C1', { food_cat_large_code: '20' }),
  product('HEAD', 'SHARED', { share_flg: '1', food_cat_large_code: '30' }),
  product('HEAD', 'OWN'),
];

const rule = { fc_owner_member_code: 'OWNER', method: 'fixed', value: '100' };

function anItem(given: Partial<AskedPrice> = {}): AskedPrice {
  const dates = { order_send_date: '2026-06-10', delivery_date: '2026-06-12' };
  return { member_code_store: 'STORE1', catalog_id: 'C1', price: '250.5', ...dates, ...given };
}

async function openWorld(database: Database) {
  expect(await importMembers(database, linesOf(members))).toMatchObject({ refusals: [] });
  expect(await importMaster(database, linesOf(master))).toMatchObject({ refusals: [] });
}

async function pricesOf(database: Database, items: readonly AskedPrice[], caller = 'OWNER') {
  const answers = await new FcPrices({ source: new TypeOrmFcPriceSource(database) }).lookUp({ item: items }, caller);
  return answers.map(({ fc_price, detail_err_list }) => detail_err_list[0]?.error_code ?? fc_price);
}

describeDatabases('fc-prices import', [orderingSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await openWorld(database);
  });

  it.each([
    [
      'an owner that does not exist',
      { fc_owner_member_code: 'NOBODY' },
      'fc_owner_member_code: member NOBODY does not exist',
    ],
    ['no owner', { fc_owner_member_code: '' }, 'fc_owner_member_code: is missing'],
    ['a store that does not exist', { member_code_store: 'NOBODY' }, 'member_code_store: member NOBODY does not exist'],
    [
      'both a line and a category',
      { catalog_id: 'C1', food_cat_large_code: '10' },
      'food_cat_large_code: must be empty',
    ],
    ['an unknown method', { method: 'free' }, 'method: must be one of fixed, rate'],
    ['no method', { method: '' }, 'method: is missing'],
    ['no value', { value: '' }, 'value: must be a whole number'],
    ['a fixed price below 0', { value: '-1' }, 'value: must be a whole number'],
    ['a fixed price with decimals', { value: '99.5' }, 'value: must be a whole number'],
    ['a fixed price of 13 digits', { value: '1000000000000' }, 'value: must be a whole number'],
    ['a rate below −100', { method: 'rate', value: '-100.0001' }, 'value: must be a decimal'],
    ['a rate with five decimals', { method: 'rate', value: '1.00001' }, 'value: must be a decimal'],
    ['a rate that is too great', { method: 'rate', value: '900001' }, 'value: must be a decimal'],
    ['an unknown rounding', { rounding: '3' }, 'rounding: must be one of 0, 1, 2'],
    ['a day that does not exist', { valid_from: '2026-02-29' }, 'valid_from: must be an existing day'],
    ['an end before the start', { valid_from: '2026-02-02', valid_to: '2026-02-01' }, 'valid_to: must not be before'],
    ['an unknown date basis', { date_basis: 'receipt' }, 'date_basis: must be one of order, delivery'],
    ['an unknown field', { colour: 'red' }, 'colour: unknown field'],
  ])('refuses %s', async (_, fields, reason) => {
    const summary = await importFcPrices(database, linesOf([{ ...rule, ...fields }]));
    expect(summary).toMatchObject({ read: 1, added: 0, refused: 1 });
    expect(summary.refusals).toEqual([{ line: 1, reason: expect.stringContaining(reason) }]);
  });

  it('changes nothing when the same rules are loaded again', async () => {
    const file = [
      { ...rule, valid_from: '2027-01-01' },
      { ...rule, valid_from: '2027-01-01', date_basis: 'delivery' },
      { ...rule, member_code_store: 'STORE2', method: 'rate', value: '-5.25', rounding: '2' },
    ];
    expect(await importFcPrices(database, linesOf(file))).toMatchObject({ added: 3, changed: 0, unchanged: 0 });
    const counters = await readChangeCounters(database);
    expect(await importFcPrices(database, linesOf(file))).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await readChangeCounters(database)).toEqual(counters);
  });

  it('stores rules by their scope, of which any number can be read', async () => {
    const ofStore = { ...rule, member_code_store: 'STORE1', valid_from: '2028-01-01' };
    expect(await importFcPrices(database, linesOf([ofStore]))).toMatchObject({ added: 1 });
    const scope = scopeKey({
      fcOwnerMemberCode: 'OWNER',
      memberCodeStore: 'STORE1',
      catalogId: '',
      foodCatLargeCode: '',
    });
    const read = async (...scopes: string[]) => (await readFcRules(database, scopes)).map(({ validFrom }) => validFrom);
    expect(await read()).toEqual([]);
    expect(await read(scope)).toEqual(['2028-01-01']);
  });

  it('replaces a rule of the same key, the last line of a file winning', async () => {
    const file = ['300', '400'].map((value) => ({ ...rule, catalog_id: 'C1', valid_from: '2026-06-01', value }));
    expect(await importFcPrices(database, linesOf(file))).toMatchObject({
      read: 2,
      added: 1,
      changed: 0,
      unchanged: 1,
    });
    expect(await pricesOf(database, [anItem()])).toEqual([400]);
    expect(await importFcPrices(database, linesOf(file.slice(0, 1)))).toMatchObject({ added: 0, changed: 1 });
    expect(await pricesOf(database, [anItem()])).toEqual([300]);
  });
});

describeDatabases('FC prices', [orderingSchema], (open) => {
  it('are found for own and shared lines of visible stores', async () => {
    const database = await open();
    await openWorld(database);
    const rules = [
      { ...rule, food_cat_large_code: '10', value: '110' },
      { ...rule, food_cat_large_code: '30', method: 'rate', value: '10', rounding: '1' },
      { ...rule, member_code_store: 'STORE2', value: '120' },
    ];
    expect(await importFcPrices(database, linesOf(rules))).toMatchObject({ added: 3 });
    const items = [
      anItem(),
      anItem({ catalog_id: 'SHARED' }),
      anItem({ member_code_store: 'STORE2' }),
      anItem({ catalog_id: 'OWN' }),
      anItem({ member_code_store: 'STORE2', catalog_id: 'SHARED' }),
      anItem({ member_code_store: 'HEAD', catalog_id: 'OWN' }),
      anItem({ member_code_store: 'NOBODY' }),
      anItem(),
    ];
    const expected = [110, 276, 120, 'E000012', 'E000012', 'E000008', 'E000008', 110];
    expect(await pricesOf(database, items)).toEqual(expected);
    expect(await pricesOf(database, items.slice(0, 3), 'STORE1')).toEqual([110, 276, 'E000008']);
  });

  it('are those of now as soon as another process has loaded rules, members or products', async () => {
    const database = await open();
    await openWorld(database);
    const prices = new FcPrices({ source: new TypeOrmFcPriceSource(database) });
    const now = async () => (await prices.lookUp({ item: [anItem()] }, 'OWNER')).map(({ fc_price }) => fc_price);
    expect(await now()).toEqual([250]);
    const other = await openDatabase({ address: database.address, schemas: [orderingSchema] });
    try {
      await importFcPrices(other, linesOf([{ ...rule, food_cat_large_code: '20', value: '120' }]));
      expect(await now()).toEqual([250]);
      await importMaster(other, linesOf([product('STORE1', 'C1', { food_cat_large_code: '20' })]));
      expect(await now()).toEqual([120]);
      await importFcPrices(other, linesOf([{ ...rule, food_cat_large_code: '20', value: '130' }]));
      expect(await now()).toEqual([130]);
      await importMembers(other, linesOf([{ member_code: 'STORE1' }]));
      expect(await now()).toEqual([0]);
    } finally {
      await other.close();
    }
  });
});
