import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sameBytes, sameText } from './same-bytes.js';
import { openWith, ServerSecret, sealWith } from './server-secret.js';

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

describe('a changed secret key', () => {
  const [present, former, other] = ['p', 'f', 'o'].map((letter) => letter.repeat(32)) as [string, string, string];
  const changed = new ServerSecret(present, former);
  const text = Buffer.from('text');

  it('opens what either has sealed, seals with the present one, and reseals what the former one has', () => {
    const sealed = new ServerSecret(former).seal('signing-key', text, 'context');
    expect(changed.open('signing-key', sealed, 'context')).toEqual(text);
    const anew = changed.reseal('signing-key', sealed, 'context')!;
    expect(new ServerSecret(present).open('signing-key', anew, 'context')).toEqual(text);
    expect(changed.reseal('signing-key', anew, 'context')).toBeUndefined();
    expect(() => changed.open('signing-key', new ServerSecret(other).seal('signing-key', text, ''), '')).toThrow(
      /another secret key/,
    );
  });

  it('hashes with both, the present one first, and names each key', () => {
    const hash = (each: string) => ({
      keyId: new ServerSecret(each).keyId,
      hash: new ServerSecret(each).mac('client-secret', text),
    });
    expect(changed.macs('client-secret', text)).toEqual([hash(present), hash(former)]);
    expect(changed.keyId).toMatch(/^[0-9a-f]{12}$/);
    expect(new Set([present, former, other].map((each) => new ServerSecret(each).keyId)).size).toBe(3);
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
