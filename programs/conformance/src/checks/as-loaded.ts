import type { Fields } from '../probe/answer.js';

/**
 * Returns a loaded line as a download delivers it. The fields are in the order of the contract, and fields that were
 * not loaded are `""`.
 */
export function asDelivered(line: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, line[field] ?? '']));
}

/** Returns a record without the fields that name its batch. */
export function withoutBatch({ batch_id: _batch, seq: _seq, create_date: _date, ...own }: Fields): Fields {
  return own;
}
