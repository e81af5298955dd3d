import { importRecords } from '@trading-platform/domain-types';
import { EntitySchema } from 'typeorm';
import { entitiesOf } from '../harness/ordinary-entities.mjs';

/** @param {import('typeorm').EntitySchemaOptions<any>} options */
const entity = (options) => new EntitySchema(options);

const id = { type: /** @type {const} */ ('integer'), primary: true, generated: /** @type {const} */ ('increment') };

/** The TypeORM entities of products and of their buy and catalog lines. */
export const productEntities = entitiesOf(importRecords.master, 'product');

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
  relations: { product: { type: 'many-to-one', target: 'product', joinColumn: { name: 'product_id' } } },
});

export const entities = [...productEntities, Batch, BatchItem];
