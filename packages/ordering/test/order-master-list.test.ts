import { beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { type CatalogLine, catalogLine, type MasterImport } from '@trading-platform/domain-types';
import type { OrderMasterFilters } from '../src/list/lists.js';
import { inByteOrder } from '../src/member/byte-order.js';
import { linesOf } from '../src/testing/lines.js';
import { importMaster, importMembers } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderMasterList } from '../src/typeorm/repositories/typeorm-order-master-list.js';
import { TypeOrmProductDirectory } from '../src/typeorm/repositories/typeorm-product-directory.js';
import type { DeepPartial } from './deep-partial.js';
import { lastOfKey, memberCodes, Random, randomProducts, updateDates } from './random-market.js';
import { readPage, readPages } from './read-list.js';

type Product = DeepPartial<MasterImport>;

function itemOf({ buy, catalog }: Product): string {
  return buy?.[0]?.item_id ?? catalog?.[0]?.item_id ?? '';
}

function keyOf(product: Product): string {
  return JSON.stringify([product.member_code, product.member_code_partner, itemOf(product)]);
}

/** Computes the expected list in a slow and obvious way: all lines are sorted, and filtered one by one. */
function expectedLines(products: readonly Product[], memberCode: string, filters: OrderMasterFilters): object[] {
  return products
    .filter((product) => product.member_code === memberCode)
    .toSorted((one, other) => {
      const byPartner = inByteOrder(one.member_code_partner ?? '', other.member_code_partner ?? '');
      return byPartner === 0 ? inByteOrder(itemOf(one), itemOf(other)) : byPartner;
    })
    .flatMap(({ catalog }) => catalog ?? [])
    .filter((line) => fits(line ?? {}, filters))
    .map((line) => Object.fromEntries(catalogLine.fieldNames.map((name) => [name, line?.[name as never] ?? ''])));
}

function fits(line: DeepPartial<CatalogLine>, filters: OrderMasterFilters): boolean {
  const { update_date: updated = '' } = line;
  const isStopped = line.sell_stop_active_code === '1';
  const dates = [filters.mc_upd_date_from, filters.mc_upd_date_to];
  return (
    (['food_cat_large_code', 'food_cat_middle_code', 'food_cat_small_code'] as const).every(
      (field) => (filters[field] ?? '') === '' || line[field] === filters[field],
    ) &&
    (filters.sell_stop !== '1' || !isStopped) &&
    (filters.sell_stop !== '2' || isStopped) &&
    (dates.every((date) => date === undefined) || updated !== '') &&
    updated >= (dates[0] ?? '') &&
    updated <= (dates[1] ?? '9')
  );
}

describeDatabases('the order master list', [orderingSchema], (open) => {
  let database: Database;
  let products: readonly Product[];

  beforeAll(async () => {
    database = await open();
    products = lastOfKey(randomProducts(new Random(14), 400), keyOf);
    await importMembers(database, linesOf(memberCodes.map((member_code) => ({ member_code }))));
    expect(await importMaster(database, linesOf(products))).toMatchObject({ refused: 0 });
  });

  async function linesOfPages(filters: OrderMasterFilters, memberCode: string, limit: number) {
    const list = new TypeOrmOrderMasterList(database);
    const pages = await readPages(list, { ...filters, member_code_self: memberCode, limit: String(limit) });
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    return pages.flat().map((line) => JSON.parse(Buffer.from(line).toString()) as object);
  }

  it('has every line of the member in the order of partner, item and place, whatever the limit', async () => {
    for (const memberCode of [...memberCodes, 'nobody']) {
      const expected = expectedLines(products, memberCode, {});
      for (const limit of [1_000, 7, 1]) expect(await linesOfPages({}, memberCode, limit)).toEqual(expected);
    }
  });

  it('is narrowed as a master download is', async () => {
    const random = new Random(4);
    for (let round = 0; round < 40; round++) {
      const [from, to] = [random.pick(updateDates), random.pick(updateDates)].toSorted();
      const some = (filter: OrderMasterFilters) => (random.below(2) === 0 ? filter : {});
      const filters = {
        ...some({ food_cat_large_code: random.pick(['', '01', '02']) }),
        ...some({ food_cat_middle_code: '0101' }),
        ...some({ food_cat_small_code: '010102' }),
        ...some({ sell_stop: random.pick(['0', '1', '2']) }),
        ...some(from === '' || from === undefined ? {} : { mc_upd_date_from: from }),
        ...some(to === '' || to === undefined ? {} : { mc_upd_date_to: to }),
      };
      const memberCode = random.pick(memberCodes);
      const expected = expectedLines(products, memberCode, filters);
      expect({ filters, lines: await linesOfPages(filters, memberCode, 10) }).toEqual({ filters, lines: expected });
    }
  });

  it('has products that a caller finds one by one, by the catalog_id of a line or by item_id', async () => {
    const directory = new TypeOrmProductDirectory(database);
    const keys = products.flatMap((product) =>
      [product.catalog?.[0]?.catalog_id, itemOf(product)].flatMap((id = '') => (id === '' ? [] : [{ product, id }])),
    );
    expect(keys.length).toBeGreaterThan(0);
    for (const { product, id } of keys.slice(0, 40)) {
      const pair = { buyer: product.member_code ?? '', seller: product.member_code_partner ?? '' };
      const body = await directory.find(pair, id);
      const found = JSON.parse(`{${Buffer.from(body ?? []).toString()}`) as Product;
      expect(keyOf(found)).toBe(keyOf(product));
      expect(await directory.find({ ...pair, seller: 'nobody' }, id)).toBeUndefined();
    }
  });

  it('hands out the stored bytes, whatever stands in a text', async () => {
    const names = ['},{"catalog_id":"x"', '"catalog":[{', '}]}', '\\"', '\\', '𠮷"\u001f', ''];
    const record = {
      member_code: 'HEAD',
      member_code_partner: 'ｱ',
      buy: names.map((item_name) => ({ item_id: 'B', item_name })),
      catalog: names.map((item_name, index) => ({ catalog_id: `B${index}`, item_id: 'B', item_name })),
    };
    const other = await open();
    await importMembers(other, linesOf(memberCodes.map((member_code) => ({ member_code }))));
    await importMaster(other, linesOf([record]));
    const { elements } = await readPage(new TypeOrmOrderMasterList(other), {});
    const expected = expectedLines([record], 'HEAD', {}).map((each) => JSON.stringify(each));
    expect(elements.map((each) => Buffer.from(each).toString())).toEqual(expected);
  });
});

const stopped = (item_id: string) => ({
  member_code: 'HEAD',
  member_code_partner: 'SELLER',
  catalog: [{ catalog_id: item_id, item_id, sell_stop_active_code: '1' }],
});

describeDatabases('the order master of very many products', [orderingSchema], (open) => {
  it('is looked through in steps, each of which ends soon', async () => {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'HEAD' }, { member_code: 'SELLER' }]));
    await importMaster(database, linesOf([stopped('a'), stopped('z')]));
    await addProductsWithoutLines(database, 25_000);
    const list = new TypeOrmOrderMasterList(database);
    const pages = await readPages(list, { sell_stop: '2' });
    const items = pages.map((page) =>
      page.map((line) => (JSON.parse(Buffer.from(line).toString()) as CatalogLine).item_id),
    );
    expect(items).toEqual([['a'], [], ['z']]);
  });
});

/** Adds products without order-master lines, whose keys are between those of the products `a` and `z`. */
async function addProductsWithoutLines(database: Database, count: number): Promise<void> {
  const numbers =
    database.dialect === 'sqlite'
      ? `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
      : `WITH n(i) AS (SELECT generate_series(1, ${count}))`;
  const noBytes = database.dialect === 'sqlite' ? "x''" : "'\\x'::bytea";
  await database.execute(`${numbers} INSERT INTO product (id, member_code, member_code_partner, item_id, group_code,
      customer_code, load_id, digest, body)
    SELECT 1000 + i, 'HEAD', 'SELLER', 'm' || i, '', '', 1, ${noBytes}, ${noBytes} FROM n`);
}
