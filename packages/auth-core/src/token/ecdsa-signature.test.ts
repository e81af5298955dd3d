import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { toDer, toFixedLength } from './ecdsa-signature.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const fixedLengthKey = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;

describe('the two forms of a signature', () => {
  it('turn into each other and verify as Node has it', () => {
    for (let round = 0; round < 300; round++) {
      const text = randomBytes(20);
      const der = sign('sha256', text, privateKey);
      const fixed = toFixedLength(der);
      expect(fixed).toHaveLength(64);
      expect(verify('sha256', text, fixedLengthKey, fixed)).toBe(true);
      expect(toDer(fixed)).toEqual(der);
    }
  });

  it.each([
    ['zeros', Buffer.alloc(64), '3006020100020100'],
    ['a small number', Buffer.from(`${'00'.repeat(31)}01${'00'.repeat(31)}7f`, 'hex'), '300602010102017f'],
    [
      'a number that looks negative',
      Buffer.from(`${'00'.repeat(31)}80${'00'.repeat(31)}ff`, 'hex'),
      '300802020080020200ff',
    ],
    ['the longest', Buffer.alloc(64, 0xff), `3046${`022100${'ff'.repeat(32)}`.repeat(2)}`],
  ])('hold %s', (_what, fixed, der) => {
    expect(toDer(fixed).toString('hex')).toBe(der);
    expect(toFixedLength(Buffer.from(der, 'hex'))).toEqual(fixed);
  });
});
