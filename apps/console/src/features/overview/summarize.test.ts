import { describe, expect, it } from '@jest/globals';
import type { ConsoleBatch } from '../../../wire/index.js';
import { summarize } from './summarize.js';

const now = Date.parse('2026-11-23T12:00:00+09:00');

function aBatch(day: string): ConsoleBatch {
  return {
    batchId: '1',
    functionName: 'master',
    state: 'finished',
    requestedAt: Date.parse(`${day}T00:30:00+09:00`),
    recordCount: 2,
    refusedCount: 0,
    recordBytes: 200,
    storedBytes: 20,
  } as ConsoleBatch;
}

function daysOf(batches: readonly ConsoleBatch[], isPartial = false) {
  return summarize(batches, { now, countedAtMost: 10, isPartial }).days;
}

describe('the days of an overview', () => {
  it('are fourteen, also where only one has batches', () => {
    const days = daysOf([aBatch('2026-11-20')]);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 10).padStart(2, '0')}`),
    );
    expect(days.filter(({ batches }) => batches > 0)).toEqual([
      { day: '2026-11-20', batches: 1, records: 2, recordBytes: 200, failed: 0, withRefusals: 0 },
    ]);
  });

  it('are as many as are known', () => {
    expect(daysOf([aBatch('2026-11-20'), aBatch('2026-10-24')])).toHaveLength(31);
    expect(daysOf([])).toEqual([]);
  });

  it('begin with the oldest batch that was counted, where there are older ones', () => {
    expect(daysOf([aBatch('2026-11-22')], true).map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-23']);
  });
});

describe('an upload that refused orders', () => {
  const good = { ...aBatch('2026-11-22'), functionName: 'order-upload' } as ConsoleBatch;
  const refusing = { ...good, batchId: '2', refusedCount: 1 };
  const failed = { ...good, batchId: '3', state: 'failed' } as ConsoleBatch;
  const { groups, days, failures } = summarize([failed, refusing, good], { now, countedAtMost: 10, isPartial: false });

  it('is counted apart from those that took all', () => {
    expect(groups.map(({ state, batches, refused }) => [state, batches, refused])).toEqual([
      ['failed', 1, 0],
      ['finished', 1, 1],
      ['finished', 1, 0],
    ]);
    expect(days.at(-2)).toMatchObject({ batches: 3, failed: 1, withRefusals: 1 });
  });

  it('is told with what failed', () => {
    expect(failures.map(({ batchId }) => batchId)).toEqual(['3', '2']);
  });
});
