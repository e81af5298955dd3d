import { batchRecordFields } from '@trading-platform/domain-types';
import type { RecordFormat } from './record-format.js';

const newLine = Buffer.from('\n');
const separator = Buffer.from(',\n');
const nothing = Buffer.alloc(0);

/** One record a line, unchanged. */
export const ndjson: RecordFormat = {
  isAsItCame: true,
  head: '',
  tail: '',
  encode: (text) => Buffer.concat([text, newLine]),
};

/** One JSON array. */
export const jsonArray: RecordFormat = {
  head: '[\n',
  tail: '\n]\n',
  encode: (text, isFirst) => Buffer.concat([isFirst ? nothing : separator, text]),
};

/** Lines of an import file: records without the batch fields. */
export const importLines: RecordFormat = {
  head: '',
  tail: '',
  encode: (text) => Buffer.from(`${withoutBatchFields(text)}\n`),
};

function withoutBatchFields(text: Uint8Array): string {
  const fields = parseRecord(text);
  for (const name of batchRecordFields) delete fields[name];
  return JSON.stringify(fields);
}

export type ParsedRecord = Record<string, unknown>;

export function parseRecord(text: Uint8Array): ParsedRecord {
  return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8')) as ParsedRecord;
}
