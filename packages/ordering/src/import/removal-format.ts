import { optionalFields, type RecordDefinition } from '@trading-platform/domain-types';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import type { LineFormat } from './line-format.js';

/** The key of a stored record, with the same parts as the key of its table. */
export type RecordKey = readonly string[];

/** What a line of a removal names: one key; a line of settings names the keys of all its pairs. */
export type RemovalLine = readonly RecordKey[];

/** Enough lines to make a statement worth its cost, and few enough to keep other writers from waiting. */
const linesPerChunk = 2_000;

/**
 * How a line names a record to remove. Only the fields of the key are needed and read, so records that were loaded under other rules
 * can be removed as well.
 *
 * @param keyFields the fields that must be there and not be empty
 */
export function removalFormat<Line extends object>(
  definition: RecordDefinition,
  keyFields: readonly (string & keyof Line)[],
  keysOf: (line: Line) => RemovalLine,
): LineFormat<RemovalLine> {
  return removalFormatOf(definition, keyFields, (record) => {
    const line = record as Line;
    const missing = keyFields.find((field) => line[field] === '');
    if (missing !== undefined) throw refuseField(missing, 'is missing');
    return keysOf(line);
  });
}

/**
 * The same for lines that check their keys themselves.
 *
 * @param needed fields that must be there, empty or not
 */
export function removalFormatOf(
  { name, fields }: RecordDefinition,
  needed: readonly string[],
  keysOf: (record: unknown) => RemovalLine,
): LineFormat<RemovalLine> {
  const definition = { name, fields: optionalFields(fields, needed) } as unknown as RecordDefinition;
  const check = makeRecordRenderer(definition, {}, {});
  return {
    rowsPerChunk: linesPerChunk,
    read(record) {
      check(record, '');
      return keysOf(record);
    },
  };
}
