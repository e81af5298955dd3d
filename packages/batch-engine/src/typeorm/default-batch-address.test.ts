import { expect, it } from '@jest/globals';
import { DatabaseAddressError } from '@trading-platform/database';
import { defaultBatchAddress, segmentFileOf } from './default-batch-address.js';

it.each([
  ['sqlite:data/ordering.sqlite', 'sqlite:data/ordering.batches.sqlite'],
  ['sqlite:/var/lib/x', 'sqlite:/var/lib/x.batches.sqlite'],
  ['postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
])('keeps batches beside %s', (ordering, batches) => {
  expect(defaultBatchAddress(ordering)).toBe(batches);
});

it('refuses what is no address', () => {
  expect(() => defaultBatchAddress('mysql://x')).toThrow(DatabaseAddressError);
});

it.each([
  ['data/ordering.batches.sqlite', 'data/ordering.segments.sqlite'],
  ['x.sqlite', 'x.segments.sqlite'],
  ['x', 'x.segments.sqlite'],
])('keeps segments beside %s', (batches, segments) => {
  expect(segmentFileOf(batches)).toBe(segments);
});
