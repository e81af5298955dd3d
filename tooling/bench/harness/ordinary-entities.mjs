import { importRecords, tradeStoredFields } from '@trading-platform/domain-types';
import { EntitySchema } from 'typeorm';

const storedOnly = new Set(/** @type {readonly string[]} */ (tradeStoredFields));

/**
 * @typedef {import('@trading-platform/domain-types').RecordDefinition} RecordDefinition
 * @typedef {import('@trading-platform/domain-types').FieldDefinition} FieldDefinition
 */

/**
 * The entities of the ordinary implementation for comparison. There is an entity for every kind of record, a column for
 * every field, and a table for every list. Makes the entity of a record and the entities of its lists.
 *
 * @param {RecordDefinition} definition
 * @param {string} name
 * @returns {EntitySchema<{ id: number }>[]}
 */
export function entitiesOf(definition, name, parent = '') {
  const lists = listsOf(definition);
  /** @type {Record<string, import('typeorm').EntitySchemaColumnOptions>} */
  const columns = { id: { type: Number, primary: true, generated: true } };
  for (const field of textsOf(definition)) columns[field] = { type: 'text', default: '' };
  /** @type {Record<string, import('typeorm').EntitySchemaRelationOptions>} */
  const relations = {};
  for (const list of lists.keys()) {
    relations[list] = { type: 'one-to-many', target: `${name}_${list}`, inverseSide: 'owner', cascade: true };
  }
  if (parent !== '') relations['owner'] = { type: 'many-to-one', target: parent, joinColumn: { name: 'owner_id' } };
  const indices = parent === '' ? [] : [{ columns: ['owner'] }];
  return [
    new EntitySchema({ name, columns, relations, indices }),
    ...[...lists].flatMap(([list, item]) => entitiesOf(item, `${name}_${list}`, name)),
  ];
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
