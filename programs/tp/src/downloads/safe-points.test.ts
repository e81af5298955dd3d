import { describe, expect, it } from '@jest/globals';
import { SafePoints, type Written } from './safe-points.js';

/** A disk whose flushes end when the test says so. */
function aDisk() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const saved: Written[] = [];
  const safePoints = new SafePoints({
    flush: () => {
      const flush = Promise.withResolvers<void>();
      flushes.push(flush);
      return flush.promise;
    },
    save: async (safe) => void saved.push(safe),
    everyMs: 0,
  });
  return { flushes, saved, safePoints };
}

const written = (records: number): Written => ({ records, bytes: 10 * records });

describe('safe points', () => {
  it('are made one at a time, of what was written when each began', async () => {
    const { flushes, saved, safePoints } = aDisk();
    safePoints.beginIfDue(written(1));
    safePoints.beginIfDue(written(2));
    expect(flushes).toHaveLength(1);
    expect(saved).toEqual([]);
    flushes[0]?.resolve();
    await safePoints.settle();
    expect(saved).toEqual([written(1)]);
    safePoints.beginIfDue(written(3));
    expect(flushes).toHaveLength(2);
  });

  it('come before the last one, which is of everything', async () => {
    const { flushes, saved, safePoints } = aDisk();
    safePoints.beginIfDue(written(1));
    const made = safePoints.make(written(4));
    expect(flushes).toHaveLength(1);
    flushes[0]?.resolve();
    while (flushes.length < 2) await Promise.resolve();
    expect(saved).toEqual([written(1)]);
    flushes[1]?.resolve();
    await made;
    expect(saved).toEqual([written(1), written(4)]);
  });

  it('are none any more after one that has failed, which is told', async () => {
    const { flushes, saved, safePoints } = aDisk();
    safePoints.beginIfDue(written(1));
    flushes[0]?.reject(new Error('EIO'));
    await safePoints.settle();
    expect(() => safePoints.beginIfDue(written(2))).toThrow('EIO');
    await expect(safePoints.make(written(2))).rejects.toThrow('EIO');
    expect(flushes).toHaveLength(1);
    expect(saved).toEqual([]);
  });
});
