import { expect, it } from '@jest/globals';
import { deliveryPlaceRemovalFormat } from './delivery-place-format.js';

const key = { member_code: '10000001', delivery_place_id: '1' };

it('names a place that is to be removed by its member and its id', () => {
  expect(deliveryPlaceRemovalFormat.read(key)).toEqual([['10000001', '1']]);
});

it.each(['member_code', 'delivery_place_id'] as const)('cannot be named without %s', (field) => {
  const { [field]: _left, ...rest } = key;
  for (const line of [rest, { ...rest, [field]: '' }]) {
    expect(() => deliveryPlaceRemovalFormat.read(line)).toThrow(field);
  }
});
