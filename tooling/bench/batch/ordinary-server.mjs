import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { buyLine, catalogLine, masterHeaderFields } from '@trading-platform/domain-types';
import Fastify from 'fastify';
import { Between, DataSource } from 'typeorm';
import { Batch, BatchItem, BuyLine, CatalogLine, entities, Product } from './ordinary-entities.mjs';

/*
 * The ordinary way, as a good developer writes it: entities with relations, one query with joins for a page, objects in
 * the contract's order, JSON.stringify, compression for each request in the thread pool. WAL, indexes, page-wise work.
 * It has neither guard nor validation nor log, so it is better off than a service would be.
 */

const compress = promisify(gzip);
const pageSize = 1_000;
const relations = { product: { buy: true, catalog: true } };

const dataSource = await new DataSource({
  type: 'better-sqlite3',
  database: process.env.ORDINARY_DATABASE ?? '',
  enableWAL: true,
  entities,
  synchronize: true,
}).initialize();

await load(process.env.ORDINARY_RECORDS ?? '');

const app = Fastify();

app.get('/ready', async () => ({ ok: true }));

/** Makes a batch: all products in order, each read, rendered and written, as a download file would be. */
app.post('/request', async () => {
  const startedAt = performance.now();
  const create_date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const { id } = await dataSource.getRepository(Batch).save({ create_date });
  let records = 0;
  let bytes = 0;
  for (;;) {
    const products = await dataSource.getRepository(Product).find({
      relations: relations.product,
      order: { member_code: 'ASC', member_code_partner: 'ASC', id: 'ASC' },
      skip: records,
      take: pageSize,
    });
    if (products.length === 0) break;
    const items = products.map((product, index) => ({
      batch_id: id,
      seq: records + index + 1,
      product_id: product.id,
    }));
    for (const [index, product] of products.entries()) {
      bytes += Buffer.byteLength(
        JSON.stringify(toRecord({ batch_id: id, seq: records + index + 1, create_date, product })),
      );
    }
    await dataSource.getRepository(BatchItem).insert(items);
    records += products.length;
  }
  return { batch_id: id, records, bytes, seconds: (performance.now() - startedAt) / 1_000 };
});

app.post('/get', async (request, reply) => {
  const { batch_id, seq_from, seq_to } = /** @type {Record<string, string>} */ (request.body);
  const batch = await dataSource.getRepository(Batch).findOneByOrFail({ id: Number(batch_id) });
  const items = await dataSource.getRepository(BatchItem).find({
    where: { batch_id: Number(batch_id), seq: Between(Number(seq_from), Number(seq_to)) },
    relations,
    order: { seq: 'ASC' },
  });
  const master = items.map((item) => toRecord({ ...item, create_date: batch.create_date }));
  const text = JSON.stringify({ request_id: request.id, result: 0, error_list: [], master });
  reply.type('application/json; charset=utf-8');
  if (request.headers['accept-encoding'] !== 'gzip') return text;
  reply.header('content-encoding', 'gzip');
  return compress(text);
});

await app.listen({ port: Number(process.env.ORDINARY_PORT), host: '127.0.0.1' });

/** @param {any} item */
function toRecord({ batch_id, seq, create_date, product }) {
  return {
    batch_id: String(batch_id),
    seq: String(seq),
    create_date,
    ...picked(product, masterHeaderFields),
    buy: product.buy.map((/** @type {any} */ line) => picked(line, buyLine.fieldNames)),
    catalog: product.catalog.map((/** @type {any} */ line) => picked(line, catalogLine.fieldNames)),
  };
}

/**
 * @param {any} row
 * @param {readonly string[]} names
 */
function picked(row, names) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const name of names) values[name] = row[name];
  return values;
}

/**
 * The same records as the platform has; loading is not measured.
 *
 * @param {string} file
 */
async function load(file) {
  await dataSource.query('BEGIN');
  let id = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { buy, catalog, ...header } = JSON.parse(text);
    id++;
    await insert(Product, { id, ...header });
    for (const line of buy) await insert(BuyLine, { product_id: id, ...line });
    for (const line of catalog) await insert(CatalogLine, { product_id: id, ...line });
  }
  await dataSource.query('COMMIT');
}

/**
 * @param {import('typeorm').EntitySchema} entity
 * @param {Record<string, string | number>} row
 */
async function insert(entity, row) {
  const columns = Object.keys(row);
  const table = dataSource.getMetadata(entity).tableName;
  const places = columns.map(() => '?').join(', ');
  await dataSource.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
    columns.map((column) => row[column]),
  );
}
