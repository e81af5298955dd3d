import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Batch } from '../batch/batch.js';
import type { BatchStore } from '../storage/batch-store.js';
import { Readers } from './readers.js';

const graceMs = 3_000;
const clock = { now: () => Date.now(), monotonic: () => performance.now() };

describe('Readers', () => {
  let kept: [id: number, until: number][];
  let expiresAt: number;
  let readers: Readers;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    kept = [];
    expiresAt = 2_000;
    const find = async (id: number) => ({ id, expiresAt }) as Batch;
    const keepForReaders = async (id: number, until: number) => void kept.push([id, until]);
    readers = new Readers({ find, keepForReaders } as unknown as BatchStore, clock, graceMs);
  });
  afterEach(() => {
    readers.close();
    jest.useRealTimers();
  });

  /** Makes a reader that has taken the first of two pieces. */
  async function reading(id: number): Promise<AsyncGenerator<string, void, undefined>> {
    const body = readers.during(
      id,
      (async function* () {
        yield 'a';
        yield 'b';
      })(),
    );
    expect(await body.next()).toEqual({ done: false, value: 'a' });
    return body;
  }

  it('extends what is read three times within the grace time, by the grace time from now', async () => {
    await reading(7);
    await jest.advanceTimersByTimeAsync(graceMs);
    expect(kept).toEqual([
      [7, 4_000],
      [7, 5_000],
      [7, 6_000],
    ]);
  });

  it('extends nothing that stays longer anyway', async () => {
    expiresAt = 4_000;
    await reading(7);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(kept).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(kept).toEqual([[7, 5_000]]);
  });

  it('goes on as long as one of several reads the batch, and no longer', async () => {
    const [first, second, other] = [await reading(7), await reading(7), await reading(8)];
    expect(jest.getTimerCount()).toBe(1);
    await first.return();
    await other.return();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(kept).toEqual([[7, 4_000]]);
    expect(await second.next()).toEqual({ done: false, value: 'b' });
    expect(await second.next()).toEqual({ done: true, value: undefined });
    expect(jest.getTimerCount()).toBe(0);
  });
});
