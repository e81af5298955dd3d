import { describe, expect, it } from '@jest/globals';
import { BodyMemory } from './body-memory.js';
import { BodyRefused } from './body-refused.js';

const megabyte = 1024 * 1024;

describe('the memory for bodies', () => {
  it('is a quarter for one caller, until that caller gives some of it back', () => {
    const memory = new BodyMemory(16);
    const [one, two, three] = [memory.portion('a'), memory.portion('a'), memory.portion('a')];
    one.grow(2 * megabyte);
    two.grow(2 * megabyte);
    expect(() => three.grow(megabyte)).toThrow(BodyRefused);
    one.free();
    expect(() => three.grow(2 * megabyte + 1)).toThrow(BodyRefused);
    three.grow(2 * megabyte);
    expect(memory.takenBytes).toBe(4 * megabyte);
    for (const portion of [one, two, three]) portion.free();
    expect(memory.takenBytes).toBe(0);
    memory.portion('a').grow(4 * megabyte);
  });

  it('is three quarters for large bodies of all callers, and whole for small ones', () => {
    const memory = new BodyMemory(16);
    for (const caller of ['a', 'b', 'c']) memory.portion(caller).grow(4 * megabyte);
    expect(() => memory.portion('d').grow(64 * 1024 + 1)).toThrow(BodyRefused);
    memory.portion('d').grow(64 * 1024);
    expect(memory.takenBytes).toBe(12 * megabyte + 64 * 1024);
  });

  it('counts what a portion grows by, and no body of a kilobyte', () => {
    const memory = new BodyMemory(16);
    const portion = memory.portion('a');
    portion.grow(1_024);
    expect(memory.takenBytes).toBe(0);
    for (const bytes of [1_025, 5_000, 3_000]) portion.grow(bytes);
    expect(memory.takenBytes).toBe(5_000);
  });
});
