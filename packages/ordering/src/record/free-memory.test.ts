import { expect, it } from '@jest/globals';
import { freeMemory } from './free-memory.js';

it('frees bytes of any size, except those in the pool that small buffers share', () => {
  const [small, large, pooled] = [Buffer.alloc(100), Buffer.allocUnsafeSlow(1_000_000), Buffer.from('small')];
  const part = Buffer.from('another small');
  for (const bytes of [small, large, pooled, part]) freeMemory(bytes);
  expect([small.length, large.length]).toEqual([0, 0]);
  expect([pooled.toString(), part.toString()]).toEqual(['small', 'another small']);
});
