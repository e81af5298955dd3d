import { expect, it } from '@jest/globals';
import { parseBatchId } from './batch.js';

it.each([
  ['1', 1],
  ['0000000012', 12],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', undefined],
  ['999999999999999999', undefined],
  ['0', undefined],
  ['000', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.0', undefined],
  [' 1', undefined],
  ['1\n', undefined],
  ['1234567890123456789', undefined],
])('the batch of %j is %p', (text, id) => {
  expect(parseBatchId(text)).toBe(id);
});
