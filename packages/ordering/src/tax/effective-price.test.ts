import { describe, expect, it } from '@jest/globals';
import { effectivePrice } from './effective-price.js';

const line = {
  prod_lot_price: '100',
  approval_prod_lot_price: '110',
  price_change_st_date: '2026-06-15',
  price_change_st_date_code: '0',
};
const days = { order: '2026-06-14', delivery: '2026-06-16' };

describe('the price of a catalog line', () => {
  it.each([
    ['the day before the approved price starts', {}, { order: '2026-06-14' }, '100'],
    ['the day on which it starts', {}, { order: '2026-06-15' }, '110'],
    ['a later day', {}, { order: '2026-07-01' }, '110'],
    ['a delivery before it starts', { price_change_st_date_code: '1' }, { delivery: '2026-06-14' }, '100'],
    ['a delivery from its start on', { price_change_st_date_code: '1' }, { delivery: '2026-06-15' }, '110'],
    ['no code: the order date decides', { price_change_st_date_code: '' }, {}, '100'],
    ['no start day: it holds at once', { price_change_st_date: '' }, {}, '110'],
    ['no approved price', { approval_prod_lot_price: '' }, { order: '2026-07-01' }, '100'],
    ['an approved price of 0', { approval_prod_lot_price: '0' }, { order: '2026-07-01' }, '0'],
    ['no price at all', { prod_lot_price: '', approval_prod_lot_price: '' }, {}, '0'],
  ])('on %s', (_name, change, day, price) => {
    expect(effectivePrice({ ...line, ...change }, { ...days, ...day })).toBe(price);
  });
});
