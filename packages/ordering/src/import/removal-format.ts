import { optionalFields, type RecordDefinition } from '@trading-platform/domain-types';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import type { LineFormat } from './line-format.js';

/** What one stored thing is known by; the parts are those of its table's key. */
export type RecordKey = readonly string[];

/** What a line of a removal names: one key, or for settings those of all its pairs. */
export type RemovalLine = readonly RecordKey[];

/** Enough for statements to be worth their while, few enough for other writers not to wait. */
const linesPerChunk = 2_000;

/**
 * How a line names what is to be removed. Only the fields of the key must be there, and only they are read: what was loaded
 * under other rules can be removed as well.
 *
 * @param keyFields those that must be there and not empty
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
