import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SqliteConnection } from '@trading-platform/database/sqlite';
import { buyLine, catalogLine, masterHeaderFields } from '@trading-platform/domain-types';
import Fastify from 'fastify';
import { Between, DataSource, In } from 'typeorm';
import { Batch, BatchItem, entities, productEntities } from './ordinary-entities.mjs';

/*
 * The ordinary way, as a good developer writes it. It uses entities with relations, one query with joins for a page,
 * objects in the contract's order, JSON.stringify, and compression for each request in the thread pool. It uses WAL and
 * indexes, and works page by page. It has no guard, no validation and no log, so it does less work than a real service.
 */

const compress = promisify(gzip);
const pageSize = 1_000;
const rowsPerInsert = 250;
const productsPerInsert = 20;
const relations = { product: { buy: true, catalog: true } };

const address = process.env.ORDINARY_DATABASE_URL ?? '';
const isSqlite = address.startsWith('sqlite:');
const dataSource = await new DataSource(
  isSqlite
    ? {
        type: 'better-sqlite3',
        driver: SqliteConnection,
        database: address.slice('sqlite:'.length),
        enableWAL: true,
        entities,
        synchronize: true,
      }
    : { type: 'postgres', url: address, entities, synchronize: true },
).initialize();

await load(process.env.ORDINARY_RECORDS ?? '');

const app = Fastify();

app.get('/ready', async () => ({ ok: true }));

/**
 * Makes a batch as an ordinary implementation does. All products are read, written as JSON and stored, so that readers
 * get the same data even if the products change later. The work is a single transaction, so that no reader sees an
 * incomplete batch and the database waits for the disk only once.
 */
app.post('/request', async () => {
  const startedAt = performance.now();
  const create_date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const [id, records] = await dataSource.transaction(async (manager) => {
    const { id: batch_id } = await manager.getRepository(Batch).save({ create_date });
    const ids = await orderedProductIds(manager);
    for (let start = 0; start < ids.length; start += pageSize) {
      const products = await productsOf(manager, ids.slice(start, start + pageSize));
      const items = products.map((product, index) => {
        const seq = start + index + 1;
        const body = JSON.stringify(toRecord({ batch_id, seq, create_date, product }));
        return { batch_id, seq, product_id: product.id, body };
      });
      for (let first = 0; first < items.length; first += rowsPerInsert) {
        await manager.getRepository(BatchItem).insert(items.slice(first, first + rowsPerInsert));
      }
    }
    return [batch_id, ids.length];
  });
  return { batch_id: id, records, seconds: (performance.now() - startedAt) / 1_000 };
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
  return send(request, reply, JSON.stringify({ request_id: request.id, result: 0, error_list: [], master }));
});

/**
 * @param {import('fastify').FastifyRequest} request
 * @param {import('fastify').FastifyReply} reply
 * @param {string} text
 */
async function send(request, reply, text) {
  reply.type('application/json; charset=utf-8');
  if (request.headers['accept-encoding'] !== 'gzip') return text;
  reply.header('content-encoding', 'gzip');
  return compress(text);
}

await app.listen({ port: Number(process.env.ORDINARY_PORT), host: '127.0.0.1' });

/** @param {import('typeorm').EntityManager} manager */
async function orderedProductIds(manager) {
  const order = /** @type {const} */ ({ member_code: 'ASC', member_code_partner: 'ASC', id: 'ASC' });
  const products = await manager.getRepository('product').find({ select: { id: true }, order });
  return products.map((/** @type {any} */ { id }) => id);
}

/**
 * Reads products with their lines, in the order of their ids. The products are selected by id, because `skip` and
 * `take` with relations would join and sort the whole table for each page.
 *
 * @param {import('typeorm').EntityManager} manager
 * @param {readonly number[]} ids
 */
async function productsOf(manager, ids) {
  const found = await manager
    .getRepository('product')
    .find({ where: { id: In([...ids]) }, relations: relations.product });
  const byId = new Map(found.map((/** @type {any} */ product) => [product.id, product]));
  return ids.map((id) => byId.get(id));
}

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
 * Loads the same records as the platform has. The loading is not measured.
 *
 * @param {string} file
 */
async function load(file) {
  await dataSource.transaction(async (manager) => {
    const tables = productEntities.map((entity) => ({ entity, rows: /** @type {Row[]} */ ([]) }));
    const [products, buyLines, catalogLines] = /** @type {[Row[], Row[], Row[]]} */ (tables.map(({ rows }) => rows));
    const writeAll = async () => {
      for (const { entity, rows } of tables) await insert(manager, entity, rows.splice(0));
    };
    let id = 0;
    for await (const text of createInterface({ input: createReadStream(file) })) {
      const { buy, catalog, ...header } = JSON.parse(text);
      id++;
      products.push({ id, ...header });
      for (const line of buy) buyLines.push({ owner_id: id, ...line });
      for (const line of catalog) catalogLines.push({ owner_id: id, ...line });
      if (products.length === productsPerInsert) await writeAll();
    }
    await writeAll();
    // PostgreSQL would collect its statistics about the tables only after a while, so they are collected now.
    await manager.query('ANALYZE');
  });
}

/** @typedef {Record<string, string | number>} Row */

/**
 * @param {import('typeorm').EntityManager} manager
 * @param {import('typeorm').EntitySchema} entity
 * @param {readonly Row[]} rows with the same columns
 */
async function insert(manager, entity, rows) {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  /** @type {(string | number | undefined)[]} */
  const values = [];
  const places = rows.map((row) => {
    const names = columns.map((column) => {
      values.push(row[column]);
      return isSqlite ? '?' : `$${values.length}`;
    });
    return `(${names.join(', ')})`;
  });
  const table = dataSource.getMetadata(entity).tableName;
  await manager.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}`, values);
}
