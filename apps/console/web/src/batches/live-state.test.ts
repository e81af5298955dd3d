import { describe, expect, it } from '@jest/globals';
import type { ConsoleBatch } from '../../../wire/index.js';
import { afterEvent, noBatches } from './live-state.js';
import { timeLineOf } from './time-line.js';

function aBatch(batchId: string, more: Partial<ConsoleBatch> = {}): ConsoleBatch {
  return {
    batchId,
    functionName: 'master',
    state: 'waiting',
    clientId: 'c',
    recordCount: 0,
    refusedCount: 0,
    requestedAt: Number(batchId) * 1_000,
    attempts: 0,
    recordBytes: 0,
    storedBytes: 0,
    isReadable: false,
    isGone: false,
    changesOnly: false,
    ...more,
  };
}

const told = afterEvent(noBatches, { name: 'batches', data: { batches: [aBatch('1'), aBatch('2')], at: 10 } });

describe('what a page knows of batches', () => {
  it('is what it was told first, the newest before the others', () => {
    expect([told.line, told.batches.map(({ batchId }) => batchId)]).toEqual(['live', ['2', '1']]);
  });

  it('changes with each batch, and new ones come on top', () => {
    const batches = [aBatch('1', { state: 'finished' }), aBatch('3')];
    const after = afterEvent(told, { name: 'changed', data: { batches, at: 11 } });
    expect(after.batches.map(({ batchId, state }) => `${batchId} ${state}`)).toEqual([
      '3 waiting',
      '2 waiting',
      '1 finished',
    ]);
  });

  it('stays when the line breaks or the platform does not answer, and says so', () => {
    const stale = afterEvent(told, { name: 'stale', data: { requestId: 'r', since: 9 } });
    expect(stale).toEqual({ ...told, line: 'stale', requestId: 'r' });
    expect(afterEvent(stale, { name: 'fresh', data: { at: 12 } })).toEqual({ ...told, at: 12 });
    expect(afterEvent(told, { name: 'dropped' })).toEqual({ ...told, line: 'dropped' });
  });

  it('does not come back after the end of the session', () => {
    const ended = afterEvent(told, { name: 'ended', data: {} });
    expect(afterEvent(ended, { name: 'dropped' }).line).toBe('ended');
  });

  it('is bounded', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => aBatch(String(index + 10)));
    expect(afterEvent(told, { name: 'changed', data: { batches: many, at: 12 } }).batches).toHaveLength(300);
  });
});

describe('the time line of a batch', () => {
  it('of a waiting one has its request and what is expected', () => {
    expect(timeLineOf(aBatch('5', { estimatedEndAt: 9_000 })).map(({ name, isAhead }) => [name, isAhead])).toEqual([
      ['requested', false],
      ['estimated', true],
    ]);
  });

  it('of an ended one has all of its moments', () => {
    const ended = {
      state: 'finished',
      startedAt: 6,
      snapshotAt: 7,
      endedAt: 8,
      expiresAt: 9,
      attempts: 2,
      waitMs: 1,
      runMs: 2,
    } as const;
    expect(timeLineOf(aBatch('5', ended))).toEqual([
      { name: 'requested', at: 5_000, isAhead: false },
      { name: 'started', at: 6, isAhead: false, tookMs: 1 },
      { name: 'snapshot', at: 7, isAhead: false },
      { name: 'attempts', count: 2, isAhead: false },
      { name: 'ended', at: 8, isAhead: false, tookMs: 2 },
      { name: 'expires', at: 9, isAhead: true },
    ]);
  });
});
