import { expect, it } from '@jest/globals';
import { batchTransitions, isFinal } from './batch-state.js';

it('lets a batch take these steps and no other', () => {
  expect(batchTransitions).toEqual({
    waiting: ['processing', 'cancelled'],
    processing: ['finished', 'empty', 'waiting', 'cancelled', 'failed'],
    finished: [],
    empty: [],
    cancelled: [],
    failed: [],
  });
});

it.each([
  ['waiting', false],
  ['processing', false],
  ['finished', true],
  ['empty', true],
  ['cancelled', true],
  ['failed', true],
] as const)('that a batch is %s is final: %p', (state, final) => {
  expect(isFinal(state)).toBe(final);
});
