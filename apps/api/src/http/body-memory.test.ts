import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@trading-platform/service';
import type { Env } from '../env.js';
import { ApiRefusal } from './api-refusal.js';
import { BodyMemory } from './body-memory.js';

const megabyte = 1024 * 1024;

function memoryOf(megabytes: number) {
  const metrics = new Metrics();
  const memory = new BodyMemory({ bodyMemoryMegabytes: megabytes } as Env, metrics);
  const taken = async () => Number(/^api_body_memory_bytes (\d+)$/m.exec(await metrics.registry.metrics())?.[1]);
  return { memory, taken };
}

describe('the memory for bodies', () => {
  it('is a quarter for one caller, until that caller gives some of it back', async () => {
    const { memory, taken } = memoryOf(16);
    const [one, two, three] = [memory.portion('a'), memory.portion('a'), memory.portion('a')];
    one.grow(2 * megabyte);
    two.grow(2 * megabyte);
    expect(() => three.grow(megabyte)).toThrow(ApiRefusal);
    one.free();
    expect(() => three.grow(2 * megabyte + 1)).toThrow(ApiRefusal);
    three.grow(2 * megabyte);
    expect(await taken()).toBe(4 * megabyte);
    for (const portion of [one, two, three]) portion.free();
    expect(await taken()).toBe(0);
    memory.portion('a').grow(4 * megabyte);
  });

  it('is three quarters for large bodies of all callers, and whole for small ones', async () => {
    const { memory, taken } = memoryOf(16);
    for (const caller of ['a', 'b', 'c']) memory.portion(caller).grow(4 * megabyte);
    expect(() => memory.portion('d').grow(64 * 1024 + 1)).toThrow(ApiRefusal);
    memory.portion('d').grow(64 * 1024);
    expect(await taken()).toBe(12 * megabyte + 64 * 1024);
  });

  it('counts what a portion grows by, and no body of a kilobyte', async () => {
    const { memory, taken } = memoryOf(16);
    const portion = memory.portion('a');
    portion.grow(1_024);
    expect(await taken()).toBe(0);
    for (const bytes of [1_025, 5_000, 3_000]) portion.grow(bytes);
    expect(await taken()).toBe(5_000);
  });

  it('tells who has to wait when to come again', () => {
    const { memory } = memoryOf(1);
    const refused = (() => {
      try {
        memory.portion('a').grow(megabyte);
      } catch (error) {
        return error as ApiRefusal;
      }
      return undefined;
    })();
    expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '1', Connection: 'close' } });
  });
});
