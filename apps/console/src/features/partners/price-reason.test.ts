import { describe, expect, it } from '@jest/globals';
import { type CatalogLine, catalogLine } from '@trading-platform/domain-types';
import { pricedLine } from './price-reason.js';

const empty = Object.fromEntries(catalogLine.fieldNames.map((name) => [name, ''])) as unknown as CatalogLine;
const days = { order: '2026-11-20', delivery: '2026-11-24' };
const approved = {
  ...empty,
  prod_lot_price: '100',
  approval_prod_lot_price: '120',
  price_change_st_date: '2026-11-23',
};

describe('the reason of a price', () => {
  it.each([
    ['the price of the line', { ...empty, prod_lot_price: '100' }, '100', { kind: 'listed', basis: 'order' }],
    ['no price', empty, '0', { kind: 'listed', basis: 'order' }],
    [
      'a price that holds for later orders',
      { ...approved, price_change_st_date_code: '0' },
      '100',
      { kind: 'listed', basis: 'order', from: '2026-11-23', other: '120' },
    ],
    [
      'a price that holds for this delivery',
      { ...approved, price_change_st_date_code: '1' },
      '120',
      { kind: 'approved', basis: 'delivery', from: '2026-11-23', other: '100' },
    ],
    [
      'an approved price without a day',
      { ...approved, price_change_st_date: '' },
      '120',
      { kind: 'approved', basis: 'order', other: '100' },
    ],
  ] as const)('is %s', (_, line, price, reason) => {
    expect(pricedLine(line, days)).toEqual({ price, reason });
  });
});
