import { buyLine, catalogLine, masterHeaderFields } from '@trading-platform/domain-types';
import { EntitySchema } from 'typeorm';

/** @param {readonly string[]} names */
const textColumns = (names) =>
  Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('text'), default: '' }]));

const id = { type: /** @type {const} */ ('integer'), primary: true, generated: /** @type {const} */ ('increment') };

/** @param {import('typeorm').EntitySchemaOptions<any>} options */
const entity = (options) => new EntitySchema(options);

/** The tables as one would draw them: a product with its lines, a batch with its items. */
export const Product = entity({
  name: 'Product',
  columns: { id, ...textColumns(masterHeaderFields) },
  relations: {
    buy: { type: 'one-to-many', target: 'BuyLine', inverseSide: 'product' },
    catalog: { type: 'one-to-many', target: 'CatalogLine', inverseSide: 'product' },
  },
});

/**
 * @param {string} name
 * @param {'buy' | 'catalog'} inverseSide
 * @param {readonly string[]} fields
 */
const lineOf = (name, inverseSide, fields) =>
  entity({
    name,
    columns: { id, product_id: { type: 'integer' }, ...textColumns(fields) },
    relations: {
      product: { type: 'many-to-one', target: 'Product', inverseSide, joinColumn: { name: 'product_id' } },
    },
    indices: [{ columns: ['product_id'] }],
  });

export const BuyLine = lineOf('BuyLine', 'buy', buyLine.fieldNames);
export const CatalogLine = lineOf('CatalogLine', 'catalog', catalogLine.fieldNames);

export const Batch = entity({
  name: 'Batch',
  columns: { id, create_date: { type: 'text' }, record_count: { type: 'integer', default: 0 } },
});

export const BatchItem = entity({
  name: 'BatchItem',
  columns: {
    batch_id: { type: 'integer', primary: true },
    seq: { type: 'integer', primary: true },
    product_id: { type: 'integer' },
    body: { type: 'text', select: false },
  },
  relations: { product: { type: 'many-to-one', target: 'Product', joinColumn: { name: 'product_id' } } },
});

export const entities = [Product, BuyLine, CatalogLine, Batch, BatchItem];
