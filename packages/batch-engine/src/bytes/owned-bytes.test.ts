import { describe, expect, it } from '@jest/globals';
import { freeMemory, ownedBytes, passingBytes, sharedBytes } from './owned-bytes.js';

describe('owned bytes', () => {
  it('give the memory of what passes back, and leave alone what is shared', () => {
    const [passing, shared] = [passingBytes(Buffer.alloc(1_000_000)), sharedBytes(Buffer.alloc(1_000_000))];
    expect([passing.bytes.length, shared.bytes.length]).toEqual([1_000_000, 1_000_000]);
    for (const owned of [passing, shared]) owned.release();
    expect([passing.bytes.length, shared.bytes.length]).toEqual([0, 1_000_000]);
  });

  it('tell the one to whom they belong', () => {
    let count = 0;
    const owned = ownedBytes(Buffer.alloc(10), () => count++);
    expect(count).toBe(0);
    owned.release();
    expect(count).toBe(1);
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
