import { expect, it } from '@jest/globals';
import type { FcPriceImport } from '@trading-platform/domain-types';
import { aRule } from '../../test/fc-price-builders.js';
import { fcPriceFormat } from './fc-price-format.js';

const line = { fc_owner_member_code: 'OWNER', method: 'fixed', value: '100' };

function read(given: Partial<FcPriceImport> = {}) {
  return fcPriceFormat.read({ ...line, ...given });
}

it('reads a rule, and fills in what is left out', () => {
  expect(read()).toEqual(aRule({ fcOwnerMemberCode: 'OWNER' }));
});

it.each(['-100', '-99.9999', '0', '12.5', '900000', '899999.9999'])('takes the rate %s', (value) => {
  expect(read({ method: 'rate', value })).toMatchObject({ method: 'rate', value });
});

it.each(['-100.0001', '900000.0001', '900001', '1.00001', '', '1e3', '+5', '１'])('refuses the rate %j', (value) => {
  expect(() => read({ method: 'rate', value })).toThrow(
    'value: must be a decimal from -100 to 900000 with at most 4 decimals',
  );
});

it.each(['0', '100'])('takes the fixed price %s', (value) => {
  expect(read({ value })).toMatchObject({ value });
});

it.each(['-1', '1.5', '', 'x'])('refuses the fixed price %j', (value) => {
  expect(() => read({ value })).toThrow('value: must be a whole number of at least 0');
});

it.each([
  ['', ''],
  ['2026-06-10', ''],
  ['', '2026-06-10'],
  ['2026-06-10', '2026-06-10'],
  ['2026-06-10', '2026-06-11'],
])('takes a rule that is valid from %j to %j', (valid_from, valid_to) => {
  expect(read({ valid_from, valid_to })).toMatchObject({ validFrom: valid_from, validTo: valid_to });
});

it('refuses a rule that ends before it begins', () => {
  expect(() => read({ valid_from: '2026-06-11', valid_to: '2026-06-10' })).toThrow(
    'valid_to: must not be before valid_from',
  );
});

it.each([
  [{ fc_owner_member_code: '' }, 'fc_owner_member_code: is missing'],
  [{ method: '' }, 'method: is missing'],
  [{ catalog_id: 'C', food_cat_large_code: '10' }, 'food_cat_large_code: must be empty where catalog_id is given'],
] as const)('refuses %j', (given, reason) => {
  expect(() => read(given as Partial<FcPriceImport>)).toThrow(reason);
});
