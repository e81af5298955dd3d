import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sameBytes, sameText } from './same-bytes.js';
import { openWith, sealWith } from './server-secret.js';

const key = createSecretKey(Buffer.alloc(32, 7));

describe('a sealed value', () => {
  it.each(['', 'a', '文'.repeat(1_000)])('can be opened again: %j', (text) => {
    const sealed = sealWith(key, Buffer.from(text), 'context');
    expect(openWith(key, sealed, 'context')?.toString()).toBe(text);
  });

  it('is another one each time', () => {
    const [one, other] = [1, 2].map(() => sealWith(key, Buffer.from('a'), 'context').toString('hex'));
    expect(one).not.toBe(other);
  });

  it('is nothing in another context, with another key, when changed or when cut', () => {
    const sealed = sealWith(key, Buffer.from('text'), 'context');
    expect(openWith(key, sealed, 'other')).toBeUndefined();
    expect(openWith(createSecretKey(Buffer.alloc(32, 8)), sealed, 'context')).toBeUndefined();
    for (const position of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(openWith(key, changed, 'context')).toBeUndefined();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(openWith(key, sealed.subarray(0, length), 'context')).toBeUndefined();
    }
  });
});

describe('equal bytes', () => {
  it.each([
    ['', '', true],
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', 'a', false],
  ])('%j and %j: %p', (left, right, same) => {
    expect(sameText(left, right)).toBe(same);
    expect(sameBytes(Buffer.from(left), Buffer.from(right))).toBe(same);
  });
});
