import { expect, it } from '@jest/globals';
import { BatchFailure } from './batch-error.js';

it('has a cause only if it was given one, and is not permanent unless that is said', () => {
  const cause = new Error('disk full');
  expect(new BatchFailure('no room', { cause }).cause).toBe(cause);
  expect(new BatchFailure('no room')).not.toHaveProperty('cause');
  expect(new BatchFailure('no room').permanent).toBe(false);
  expect(new BatchFailure('no such member', { permanent: true }).permanent).toBe(true);
});
