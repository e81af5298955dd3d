import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BatchChanges, type StopFollowing } from '../storage/batch-changes.js';
import { BatchWaits, type Wait, type Waiter } from './batch-waits.js';

/** A source of notifications, which the test sends one by one. */
class ToldChanges extends BatchChanges {
  readonly followers = new Set<(batchId: number | undefined) => void>();

  followWaiting(): StopFollowing {
    return async () => undefined;
  }

  followEnded(ended: (batchId: number | undefined) => void): StopFollowing {
    this.followers.add(ended);
    return async () => void this.followers.delete(ended);
  }

  tell(batchId?: number): void {
    for (const follower of this.followers) follower(batchId);
  }
}

const long = { ms: 200_000 };
const ours = { memberCode: '10000001', clientId: 'client-1' };
const others = [
  { ...ours, clientId: 'client-2' },
  { ...ours, memberCode: '20000002' },
] as const;

describe('BatchWaits', () => {
  let changes: ToldChanges;
  let ended: Set<number>;
  let looks: number[][];
  let waits: BatchWaits;
  beforeEach(() => {
    changes = new ToldChanges();
    ended = new Set();
    looks = [];
    const endedAmong = async (ids: readonly number[]) => {
      looks.push([...ids]);
      return ids.filter((id) => ended.has(id));
    };
    waits = new BatchWaits({ endedAmong }, changes, { inAll: 3, perOwner: 2 });
  });
  afterEach(() => waits.close());

  const enter = (batchId: number, wait: Wait = long, caller = ours): Waiter => waits.enter(batchId, caller, wait)!;

  it('ends the waits for a batch that has ended, and no others', async () => {
    const [first, second, other] = [enter(1), enter(1), enter(2, long, others[0])];
    changes.tell(1);
    expect(await Promise.all([first.over, second.over])).toEqual(['ended', 'ended']);
    expect(waits.count).toBe(1);
    other.leave();
    expect(await other.over).toBe('left');
    expect(looks).toEqual([]);
  });

  it('looks at all batches with one statement when any may have ended', async () => {
    const [first, second] = [enter(1), enter(2)];
    ended.add(2);
    changes.tell();
    expect(await second.over).toBe('ended');
    expect(looks).toEqual([[1, 2]]);
    first.leave();
  });

  it('looks without news as well, in case some got lost', async () => {
    const waiter = enter(1);
    ended.add(1);
    expect(await waiter.over).toBe('ended');
  });

  it('goes on when the rows cannot be read', async () => {
    let fails = true;
    const endedAmong = async (ids: readonly number[]) => {
      if (fails) throw new Error('no database');
      return ids;
    };
    const failing = new BatchWaits({ endedAmong }, changes, { inAll: 1, perOwner: 1 });
    const waiter = failing.enter(1, ours, long)!;
    changes.tell();
    await sleep(20);
    fails = false;
    expect(await waiter.over).toBe('ended');
    failing.close();
  });

  it('looks seldom when news comes fast', async () => {
    const slow: number[] = [];
    const busy = new BatchWaits(
      {
        endedAmong: async () => {
          slow.push(performance.now());
          await sleep(5);
          return [];
        },
      },
      changes,
      { inAll: 1, perOwner: 1 },
    );
    busy.enter(1, ours, long);
    while (slow.length < 5) {
      changes.tell();
      await sleep(1);
    }
    busy.close();
    for (const [n, at] of slow.slice(1).entries()) expect(at - (slow[n] ?? at)).toBeGreaterThan(45);
  });

  it('looks no more when nobody waits any more', async () => {
    const waiter = enter(1);
    changes.tell();
    changes.tell();
    waiter.leave();
    await sleep(100);
    expect(looks).toEqual([[1]]);
  });

  it('ends when the time is over', async () => {
    expect(await enter(1, { ms: 10 }).over).toBe('time');
    expect(waits.count).toBe(0);
  });

  it('ends when the caller leaves, also one that has left before', async () => {
    const leaving = new AbortController();
    const { over } = enter(1, { ...long, signal: leaving.signal });
    leaving.abort();
    expect(await over).toBe('left');
    expect(await enter(1, { ...long, signal: leaving.signal }).over).toBe('left');
    expect(waits.count).toBe(0);
  });

  it('gives places to so many calls and no more', () => {
    const places = [enter(1), enter(2), enter(3, long, others[0])];
    expect(waits.enter(4, others[1], long)).toBeUndefined();
    places[0]?.leave();
    places[0]?.leave();
    expect(waits.count).toBe(2);
    expect(waits.enter(4, others[1], long)).toBeDefined();
  });

  it('gives a member and client no more places than its share', () => {
    const places = [enter(1), enter(1)];
    expect(waits.enter(2, ours, long)).toBeUndefined();
    for (const other of others) {
      const place = waits.enter(2, other, long);
      expect(place).toBeDefined();
      place?.leave();
    }
    places[0]?.leave();
    places[0]?.leave();
    expect(waits.enter(2, ours, long)).toBeDefined();
    expect(waits.enter(2, ours, long)).toBeUndefined();
  });

  it('lets go of all when it closes, and takes none from then on', async () => {
    const places = [enter(1), enter(2)];
    waits.close();
    expect(await Promise.all(places.map(({ over }) => over))).toEqual(['closed', 'closed']);
    expect(waits.enter(1, ours, long)).toBeUndefined();
    expect(changes.followers.size).toBe(0);
  });

  it('follows once for all calls, and nothing before the first', () => {
    expect(changes.followers.size).toBe(0);
    enter(1);
    enter(2);
    expect(changes.followers.size).toBe(1);
  });

  describe('without calls', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('has no timer but the one that ends following, and none when that is over', async () => {
      enter(1).leave();
      expect(jest.getTimerCount()).toBe(1);
      await jest.advanceTimersByTimeAsync(59_999);
      expect(changes.followers.size).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(changes.followers.size).toBe(0);
      expect(jest.getTimerCount()).toBe(0);
      enter(1);
      expect(changes.followers.size).toBe(1);
    });

    it('looks for the next call as for the first', async () => {
      enter(1).leave();
      const { over } = enter(2);
      ended.add(2);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(looks).toEqual([[2]]);
      expect(await over).toBe('ended');
    });
  });
});
