import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importRecords, tradeStoredFields } from '@trading-platform/domain-types';
import { DataSource, EntitySchema } from 'typeorm';

const page = 1_000;
const storedOnly = new Set(/** @type {readonly string[]} */ (tradeStoredFields));

/**
 * A download as most services are written: an entity for every kind of record, a column for every field, a table for every
 * list; pages of entities with their relations, turned into JSON. Answers records a second.
 *
 * @param {keyof typeof importRecords} kind
 * @param {string} file
 * @param {string} folder
 * @param {number} most
 */
export async function measurePlainWay(kind, file, folder, most) {
  const entities = entitiesOf(importRecords[kind], kind);
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: join(folder, `${kind}.plain.sqlite`),
    entities,
    synchronize: true,
  });
  await dataSource.initialize();
  try {
    const records = dataSource.getRepository(kind);
    await records.save(await firstRecords(file, most), { chunk: 100 });
    const relations = relationsOf(importRecords[kind]);
    const started = performance.now();
    let read = 0;
    for (;;) {
      const found = await records.find({
        relations,
        relationLoadStrategy: 'query',
        order: { id: 'ASC' },
        skip: read,
        take: page,
      });
      read += found.length;
      if (JSON.stringify(found).length === 0 || found.length < page) break;
    }
    return (read / (performance.now() - started)) * 1_000;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * @typedef {import('@trading-platform/domain-types').RecordDefinition} RecordDefinition
 * @typedef {import('@trading-platform/domain-types').FieldDefinition} FieldDefinition
 */

/**
 * The entity of a record, and those of its lists.
 *
 * @param {RecordDefinition} definition
 * @param {string} name
 * @returns {EntitySchema<{ id: number }>[]}
 */
function entitiesOf(definition, name, parent = '') {
  const lists = listsOf(definition);
  /** @type {Record<string, import('typeorm').EntitySchemaColumnOptions>} */
  const columns = { id: { type: Number, primary: true, generated: true } };
  for (const field of textsOf(definition)) columns[field] = { type: 'text', default: '' };
  /** @type {Record<string, import('typeorm').EntitySchemaRelationOptions>} */
  const relations = {};
  for (const list of lists.keys()) {
    relations[list] = { type: 'one-to-many', target: `${name}_${list}`, inverseSide: 'owner', cascade: true };
  }
  if (parent !== '') relations['owner'] = { type: 'many-to-one', target: parent, joinColumn: true };
  const indices = parent === '' ? [] : [{ columns: ['owner'] }];
  return [
    new EntitySchema({ name, columns, relations, indices }),
    ...[...lists].flatMap(([list, item]) => entitiesOf(item, `${name}_${list}`, name)),
  ];
}

/**
 * @param {RecordDefinition} definition
 * @returns {Record<string, any>}
 */
function relationsOf(definition) {
  return Object.fromEntries(
    [...listsOf(definition)].map(([list, item]) => [list, listsOf(item).size === 0 ? true : relationsOf(item)]),
  );
}

/** @param {RecordDefinition} definition */
function textsOf(definition) {
  return definition.fields
    .map(required)
    .filter((field) => typeof field === 'string')
    .filter((field) => !storedOnly.has(field) || definition !== importRecords.trade);
}

/**
 * @param {RecordDefinition} definition
 * @returns {Map<string, RecordDefinition>}
 */
function listsOf(definition) {
  return new Map(
    definition.fields
      .map(required)
      .flatMap((field) => (typeof field !== 'string' && field.type === 'list' ? [[field.name, field.item]] : [])),
  );
}

/** @param {FieldDefinition} field */
function required(field) {
  return typeof field !== 'string' && field.type === 'optional' ? field.field : field;
}

/**
 * @param {string} file
 * @param {number} most
 */
async function firstRecords(file, most) {
  const records = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    records.push(JSON.parse(line));
    if (records.length === most) break;
  }
  return records;
}
