import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Batch } from '../batch/batch.js';
import { EndedBatches } from './ended-batches.js';

const now = Date.UTC(2026, 3, 1);

describe('batches that have ended', () => {
  let stored: Map<number, Partial<Batch>>;
  let reads: number[];
  let batches: EndedBatches;
  beforeEach(() => {
    stored = new Map();
    reads = [];
    batches = new EndedBatches({
      find: async (id) => {
        reads.push(id);
        return stored.get(id) as Batch | undefined;
      },
    });
  });

  describe('within a moment', () => {
    // The clock of these tests does not advance, however slow the machine is.
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it.each(['finished', 'empty', 'cancelled', 'failed'] as const)('are remembered for a moment: %s', async (state) => {
      stored.set(1, { state });
      const found = [await batches.find(1, now), await batches.find(1, now), await batches.find(1, now + 1_000)];
      expect(found).toEqual([{ state }, { state }, { state }]);
      expect([reads, batches.lookups]).toEqual([[1], { hits: 2, misses: 1 }]);
    });

    it.each(['waiting', 'processing'] as const)(
      'are the only ones: one that is %s is read each time',
      async (state) => {
        stored.set(1, { state });
        await batches.find(1, now);
        stored.set(1, { state: 'finished' });
        expect(await batches.find(1, now)).toEqual({ state: 'finished' });
        expect(reads).toEqual([1, 1]);
      },
    );

    it('are read again from the instant at which they expire, because another process may have kept them', async () => {
      stored.set(1, { state: 'finished', expiresAt: now + 10 });
      await batches.find(1, now);
      stored.set(1, { state: 'finished', expiresAt: now + 20 });
      expect((await batches.find(1, now + 9))?.expiresAt).toBe(now + 10);
      expect((await batches.find(1, now + 10))?.expiresAt).toBe(now + 20);
      expect(reads).toEqual([1, 1]);
    });

    it('are not remembered where there are none, or where they were forgotten', async () => {
      expect(await batches.find(1, now)).toBeUndefined();
      stored.set(1, { state: 'finished' });
      await batches.find(1, now);
      batches.forget(1);
      stored.delete(1);
      expect(await batches.find(1, now)).toBeUndefined();
      expect(reads).toEqual([1, 1, 1]);
    });
  });

  it('are forgotten everywhere after a while', async () => {
    stored.set(1, { state: 'finished' });
    await batches.find(1, now);
    stored.delete(1);
    await batches.forgottenEverywhere();
    expect(await batches.find(1, now)).toBeUndefined();
  });

  it('are remembered from the beginning of the read, so that what comes between is not missed', async () => {
    const slow = new EndedBatches({
      find: async (id) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return stored.get(id) as Batch | undefined;
      },
    });
    stored.set(1, { state: 'finished' });
    const reading = slow.find(1, now);
    await batches.forgottenEverywhere();
    await reading;
    stored.delete(1);
    expect(await slow.find(1, now)).toBeUndefined();
  });
});
