import type { Fields } from '../probe/answer.js';

/** A line as a download delivers it: the fields in the order of the contract, `""` for those that were not loaded. */
export function asDelivered(line: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, line[field] ?? '']));
}

/** A record without the fields of its batch. */
export function withoutBatch({ batch_id: _batch, seq: _seq, create_date: _date, ...own }: Fields): Fields {
  return own;
}
