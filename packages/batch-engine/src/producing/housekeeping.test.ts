import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Batch } from '../batch/batch.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { Housekeeping } from './housekeeping.js';

const now = Date.UTC(2026, 3, 1);
const hour = 3_600_000;
const aRound = 100;

describe('housekeeping', () => {
  let steps: string[];
  /** The numbers of the batches that have expired in this test. */
  let expired: number[];
  /** The number of batches whose stored facts have expired. */
  let over: number;
  let stop: AbortController;
  /** Stops the housekeeping after a step has run this many times. */
  let stopsAfter: { readonly step: string; readonly times: number } | undefined;
  beforeEach(() => {
    steps = [];
    expired = [];
    over = 0;
    stop = new AbortController();
    stopsAfter = undefined;
  });

  function note(step: string): void {
    steps.push(step);
    if (stopsAfter === undefined) return;
    const { step: last, times } = stopsAfter;
    if (steps.filter((each) => each.startsWith(last)).length === times) stop.abort();
  }

  const batches = {
    removable: async ({ expiredBefore, limit }: { expiredBefore: number; limit: number }) => {
      note(`look for ${limit} from before ${(now - expiredBefore) / hour} h`);
      return expired.slice(0, limit).map((id) => ({ id, endedAt: now - id * hour }) as unknown as Batch);
    },
    remove: async (id: number, rowUntil?: number) => {
      expired = expired.filter((each) => each !== id);
      note(`row ${id} ${rowUntil === undefined ? 'goes' : `stays ${(rowUntil - now) / hour} h`}`);
    },
    forgetRows: async (_now: number, limit: number) => {
      const forgotten = Math.min(limit, over);
      over -= forgotten;
      note(`forget ${forgotten}`);
      return forgotten;
    },
    forgetOwners: async () => note('owners'),
  } as unknown as BatchStore;
  const segments = {
    remove: async ({ id }: { id: number }) => note(`segments ${id}`),
    maintain: async () => note('maintain'),
  } as unknown as SegmentStore;

  function keepHouse(): Promise<number> {
    const housekeeping = new Housekeeping({
      batches,
      segments,
      retention: { readerGraceMs: hour, rowRetentionMs: 5 * hour },
      alsoKeepHouse: async (at) => note(`also at ${at - now}`),
      clock: { now: () => now, monotonic: () => 0 },
    });
    return housekeeping.removeExpired(stop.signal);
  }

  it('removes segments before their batch, keeps its row for a while, and then tidies up the rest', async () => {
    expired = [4, 5, 6];
    expect(await keepHouse()).toBe(3);
    expect(steps).toEqual([
      'look for 100 from before 1 h',
      'segments 4',
      'row 4 stays 1 h',
      'segments 5',
      'row 5 goes',
      'segments 6',
      'row 6 goes',
      'forget 0',
      'owners',
      'also at 0',
      'maintain',
    ]);
  });

  it.each([
    [aRound - 1, 1],
    [aRound, 2],
    [2 * aRound + 1, 3],
  ])('removes %i batches in %i rounds', async (count, rounds) => {
    expired = Array.from({ length: count }, (_, n) => n + 1);
    expect(await keepHouse()).toBe(count);
    expect(steps.filter((step) => step.startsWith('look'))).toHaveLength(rounds);
  });

  it.each([
    [aRound - 1, [aRound - 1]],
    [2 * aRound + 5, [aRound, aRound, 5]],
  ])('forgets %i rows a round at a time', async (count, rounds) => {
    over = count;
    await keepHouse();
    expect(steps.filter((step) => step.startsWith('forget'))).toEqual(rounds.map((each) => `forget ${each}`));
  });

  it('ends between two batches when it is told to, and leaves the rest', async () => {
    expired = [1, 2, 3];
    stopsAfter = { step: 'row', times: 2 };
    expect(await keepHouse()).toBe(2);
    expect(steps.at(-1)).toBe('row 2 stays 3 h');
    expect(expired).toEqual([3]);
  });

  it('ends between two rounds of rows when it is told to', async () => {
    over = 5 * aRound;
    stopsAfter = { step: 'forget', times: 2 };
    await keepHouse();
    expect(over).toBe(3 * aRound);
  });
});
