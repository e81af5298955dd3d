import { describe, expect, it } from '@jest/globals';
import { freeMemory, SentPieces } from './sent-pieces.js';

describe('SentPieces', () => {
  it('acts once, and only on pieces it knows', () => {
    const sent = new SentPieces();
    const piece = Buffer.alloc(10);
    let count = 0;
    sent.onSent(piece, () => count++);
    sent.sent(Buffer.alloc(10));
    sent.sent(piece);
    sent.sent(piece);
    expect(count).toBe(1);
  });

  it('gives the memory of passing pieces back', () => {
    const sent = new SentPieces();
    const piece = sent.passing(Buffer.alloc(1_000_000));
    expect(piece).toHaveLength(1_000_000);
    sent.sent(piece);
    expect(piece).toHaveLength(0);
  });
});

describe('freeMemory', () => {
  it('leaves alone what shares its memory with others', () => {
    const pooled = Buffer.from('small');
    const part = Buffer.alloc(1_000_000).subarray(10);
    for (const bytes of [pooled, part]) {
      freeMemory(bytes);
      expect(bytes.length).toBeGreaterThan(0);
    }
    expect(Buffer.from('other').toString()).toBe('other');
  });

  it('may be asked twice', () => {
    const bytes = Buffer.alloc(1_000_000);
    freeMemory(bytes);
    freeMemory(bytes);
    expect(bytes).toHaveLength(0);
  });
});
