import { describe, expect, it } from '@jest/globals';
import { ApiRefusal } from '../http/api-refusal.js';
import { readIdempotencyKey } from './idempotency-key.js';

describe('readIdempotencyKey', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['!', '!'],
    ['~'.repeat(255), '~'.repeat(255)],
  ])('reads %p as %p', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each([
    ['a'.repeat(256), 'E000003'],
    ['two keys', 'E000002'],
    [['one', 'two'], 'E000002'],
    ['キー', 'E000002'],
    ['a\u007f', 'E000002'],
  ])('refuses %p', (header, code) => {
    const read = () => readIdempotencyKey(header);
    expect(read).toThrow(ApiRefusal);
    expect(read).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ error_item: 'Idempotency-Key', error_code: code })],
      }),
    );
  });
});
