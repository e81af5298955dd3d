import { describe, expect, it } from '@jest/globals';
import type { ConsoleBatch } from '../../../wire/index.js';
import { timeLineOf } from './time-line.js';

const batch: ConsoleBatch = {
  batchId: '41',
  functionName: 'master',
  state: 'waiting',
  clientId: 'c',
  recordCount: 0,
  refusedCount: 0,
  requestedAt: 10,
  attempts: 0,
  recordBytes: 0,
  storedBytes: 0,
  isReadable: false,
  isGone: false,
  changesOnly: false,
};
const ended: ConsoleBatch = {
  ...batch,
  state: 'finished',
  attempts: 2,
  startedAt: 20,
  waitMs: 10,
  snapshotAt: 21,
  endedAt: 30,
  runMs: 10,
  expiresAt: 90,
};

describe('the time line of a batch', () => {
  it('of one that waits has its request, and what is expected', () => {
    expect(timeLineOf({ ...batch, estimatedEndAt: 50 })).toEqual([
      { name: 'requested', at: 10, isAhead: false },
      { name: 'estimated', at: 50, isAhead: true },
    ]);
  });

  it('of one that was read has all in the order of time', () => {
    expect(timeLineOf({ ...ended, lastReadAt: 40 })).toEqual([
      { name: 'requested', at: 10, isAhead: false },
      { name: 'started', at: 20, isAhead: false, tookMs: 10 },
      { name: 'snapshot', at: 21, isAhead: false },
      { name: 'attempts', count: 2, isAhead: false },
      { name: 'ended', at: 30, isAhead: false, tookMs: 10 },
      { name: 'read', at: 40, isAhead: false },
      { name: 'expires', at: 90, isAhead: true },
    ]);
  });

  it('of one that nobody has read tells of no reading, and its expiry is past when its records are gone', () => {
    expect(timeLineOf({ ...ended, isGone: true }).slice(-2)).toEqual([
      { name: 'ended', at: 30, isAhead: false, tookMs: 10 },
      { name: 'expires', at: 90, isAhead: false },
    ]);
  });
});
