import type { Fields } from '../probe/answer.js';

/** A line as it is delivered: its fields in the order of the contract, `""` where nothing was loaded. */
export function asDelivered(line: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, line[field] ?? '']));
}

/** A record without what belongs to its batch. */
export function withoutBatch({ batch_id: _batch, seq: _seq, create_date: _date, ...own }: Fields): Fields {
  return own;
}
