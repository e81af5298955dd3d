import { optionalFields, type RecordDefinition } from '@trading-platform/domain-types';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import type { LineFormat } from './line-format.js';

/** The key of a stored record. The parts of the key are the values of the primary key of the table. */
export type RecordKey = readonly string[];

/**
 * The keys that a line of a removal file names. A line of a settings file names the keys of all its pairs, and every other line
 * names one key.
 */
export type RemovalLine = readonly RecordKey[];

/**
 * The number of lines in one chunk of a removal. With this number of lines, few statements are needed, and other writers do not
 * have to wait long.
 */
const linesPerChunk = 2_000;

/**
 * Describes how a line names the record to remove. Only the fields of the key are required and read, so a record that was loaded
 * under earlier rules can be removed too.
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
 * Like `removalFormat`, for kinds of lines whose `keysOf` function checks the keys itself.
 *
 * @param needed fields that must be present, even if they are empty
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
