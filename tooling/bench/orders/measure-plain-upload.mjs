import { SqliteConnection } from '@trading-platform/database/sqlite';
import { importRecords } from '@trading-platform/domain-types';
import { DataSource, EntitySchema } from 'typeorm';
import { entitiesOf } from '../harness/ordinary-entities.mjs';
import { parts } from '../market/records.mjs';

/** @typedef {ReturnType<typeof import('../market/records.mjs').uploadOf>[number]} Order */

const settingEntity = new EntitySchema({
  name: 'setting',
  columns: {
    id: { type: Number, primary: true, generated: true },
    seller: { type: 'text' },
    kind: { type: 'text' },
    row: { type: 'simple-json' },
  },
  indices: [{ columns: ['seller', 'kind'] }],
});
const productEntity = new EntitySchema({
  name: 'product',
  columns: {
    catalog_id: { type: 'text', primary: true },
    row: { type: 'simple-json' },
  },
});
const taxRates = { 0: 0.1, 1: 0.08, 2: 0 };

/**
 * Stores an upload in the way in which most services are written. For each line the function queries the product, the
 * price and the settings. After that, the function saves both views of the slip with their lines. Returns the number of
 * orders per second.
 *
 * @param {readonly Order[]} orders
 * @param {string} address of a database; on PostgreSQL the tables have their own schema
 */
export async function measurePlainUpload(orders, address) {
  const dataSource = await openPlain(address);
  try {
    await load(dataSource);
    const started = performance.now();
    for (const order of orders) await take(dataSource, order);
    return (orders.length / (performance.now() - started)) * 1_000;
  } finally {
    await dataSource.destroy();
  }
}

const plainSchema = 'plain_way';

/** @param {string} address */
export async function openPlain(address) {
  const entities = [settingEntity, productEntity, ...entitiesOf(importRecords.trade, 'trade')];
  const dataSource = address.startsWith('sqlite:')
    ? new DataSource({
        type: 'better-sqlite3',
        driver: SqliteConnection,
        database: address.slice('sqlite:'.length),
        entities,
        enableWAL: true,
      })
    : new DataSource({ type: 'postgres', url: address, schema: plainSchema, entities });
  await dataSource.initialize();
  if (dataSource.options.type === 'postgres') {
    // Each round begins with empty tables.
    await dataSource.query(`DROP SCHEMA IF EXISTS ${plainSchema} CASCADE`);
    await dataSource.query(`CREATE SCHEMA ${plainSchema}`);
  }
  await dataSource.synchronize();
  return dataSource;
}

/** @param {DataSource} dataSource */
export async function load(dataSource) {
  for (const [kind, count, record] of parts.orders) {
    const records = Array.from({ length: count }, (_, number) => /** @type {any} */ (record(number)));
    if (kind === 'master') {
      const products = records.map((row) => ({ catalog_id: row.catalog[0].catalog_id, row }));
      await dataSource.getRepository(productEntity).save(products, { chunk: 100 });
    } else if (kind !== 'members') {
      const rows = records.map((row) => ({ seller: row.seller_list[0].member_code_seller, kind, row }));
      await dataSource.getRepository(settingEntity).save(rows, { chunk: 100 });
    }
  }
}

/**
 * @param {DataSource} dataSource
 * @param {Order} order
 */
export async function take(dataSource, order) {
  const { member_code_self: buyer, member_code_partner: seller, hope_delivery_date } = order;
  const lines = [];
  for (const line of order.detail_list) lines.push(await detailOf(dataSource, seller, line));
  const total = lines.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
  const shared = {
    trade_id: order.upload_no,
    status_code: '40',
    hope_delivery_date,
    delivery_date: hope_delivery_date,
    trade_total: String(total),
    detail_list: lines.map(({ detail }) => detail),
  };
  const views = [buyer, seller].map((member_code_self) => ({
    ...shared,
    member_code_self,
    detail_list: shared.detail_list.map((detail) => ({ ...detail })),
  }));
  await dataSource.transaction((manager) => manager.getRepository('trade').save(views));
}

/**
 * @param {DataSource} dataSource
 * @param {string} seller
 * @param {Order['detail_list'][number]} line
 */
async function detailOf(dataSource, seller, { catalog_id, prod_lot_qty }) {
  const products = dataSource.getRepository(productEntity);
  const settings = dataSource.getRepository(settingEntity);
  const product = /** @type {any} */ (await products.findOneByOrFail({ catalog_id }));
  await settings.findBy({ seller });
  const priced = /** @type {any} */ (await products.findOneByOrFail({ catalog_id }));
  const [catalog] = product.row.catalog;
  const price = Number(priced.row.catalog[0].prod_lot_price);
  const amount = Math.floor(Number(prod_lot_qty) * price);
  const rate = taxRates[/** @type {0 | 1 | 2} */ (Number(catalog.tax_rate_code))];
  return {
    amount,
    tax: Math.floor(amount * rate),
    detail: {
      item_id: catalog.item_id,
      item_name: catalog.item_name,
      item_spec: catalog.item_spec,
      my_catalog_id: catalog_id,
      prod_lot_qty,
      prod_lot_price: String(price),
      prod_lot_total: String(amount),
      tax_rate: String(rate * 100),
    },
  };
}
