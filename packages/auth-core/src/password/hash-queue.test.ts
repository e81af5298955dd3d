import { describe, expect, it } from '@jest/globals';
import { HashQueue } from './hash-queue.js';

const refused = { code: 'overloaded', retryAfterSeconds: 2 };

function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, release: resolve };
}

describe('HashQueue', () => {
  it('runs no more at once than allowed, and everything in the end', async () => {
    const queue = new HashQueue({ concurrency: 2, longestQueue: 100, longestWaitMs: 200_000 });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 50 }, () => queue.run(work)));
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  it('refuses at once what finds the queue full', async () => {
    const queue = new HashQueue({ concurrency: 1, longestQueue: 1, longestWaitMs: 1_000 });
    const first = held();
    const running = queue.run(first.work);
    const waiting = queue.run(async () => 'done');
    await expect(queue.run(async () => 'never')).rejects.toMatchObject(refused);
    first.release();
    await running;
    expect(await waiting).toBe('done');
  });

  it('refuses what has waited too long, and keeps the places of the others', async () => {
    const queue = new HashQueue({ concurrency: 1, longestQueue: 10, longestWaitMs: 20 });
    const first = held();
    const running = queue.run(first.work);
    await expect(queue.run(async () => 'late')).rejects.toMatchObject(refused);
    expect(queue.waiting).toBe(0);
    first.release();
    await running;
    expect(await queue.run(async () => 'next')).toBe('next');
  });

  it('tells its watch how long each hash waited, what runs and waits, and what was refused', async () => {
    const told: string[] = [];
    let seen: { readonly running: number; readonly waiting: number } | undefined;
    const watch = {
      opened: (queue: typeof seen) => {
        seen = queue;
      },
      begun: (waitedMs: number) => told.push(waitedMs >= 0 ? 'begun' : 'impossible'),
      refused: () => told.push('refused'),
    };
    const queue = new HashQueue({ concurrency: 1, longestQueue: 1, longestWaitMs: 1_000, watch });
    const first = held();
    const running = queue.run(first.work);
    const waiting = queue.run(async () => 'done');
    await expect(queue.run(async () => 'never')).rejects.toMatchObject(refused);
    expect(seen).toMatchObject({ running: 1, waiting: 1 });
    first.release();
    await Promise.all([running, waiting]);
    expect(seen).toMatchObject({ running: 0, waiting: 0 });
    expect(told.toSorted()).toEqual(['begun', 'begun', 'refused']);
  });

  it('goes on after a failure', async () => {
    const queue = new HashQueue({ concurrency: 1, longestQueue: 1, longestWaitMs: 100 });
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(async () => 'next')).toBe('next');
  });
});
