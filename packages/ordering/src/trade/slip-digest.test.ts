import { describe, expect, it } from '@jest/globals';
import { fieldColumnsOf, type StoredColumn, storedColumns } from './field-columns.js';
import { slipDigest } from './slip-digest.js';

const line = {
  trade_id: 'T1',
  member_code_self: 'HEAD',
  status_code: '40',
  perusal_flg: '2',
  receipt_day: '2026-01-02',
};
const stored = fieldColumnsOf(line);
const body = Buffer.from('"trade_id":"T1"}');

/** A field that a later release adds. */
const later = { field: 'dispute_flg', property: 'disputeFlg', ifEmpty: '1' } as unknown as StoredColumn;
const withLater = [...storedColumns, later];

describe('slipDigest', () => {
  it('stays as databases have it', () => {
    expect(slipDigest(body, stored).toString('hex')).toBe('3b4a66785f934407b98621294ff91183');
  });

  it.each(storedColumns)('depends on $field', ({ property }) => {
    expect(slipDigest(body, { ...stored, [property]: 'other' })).not.toEqual(slipDigest(body, stored));
  });

  it('depends on a later field only where that has a value of its own', () => {
    const empty = { ...stored, disputeFlg: '1' };
    const filled = { ...stored, disputeFlg: '2' };
    expect(slipDigest(body, empty, withLater)).toEqual(slipDigest(body, stored));
    expect(slipDigest(body, filled, withLater)).not.toEqual(slipDigest(body, stored));
  });
});
