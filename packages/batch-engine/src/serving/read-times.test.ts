import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { BatchRead, Reading } from '../storage/batch-store.js';
import { ReadTimes } from './read-times.js';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };

describe('ReadTimes', () => {
  let written: (readonly BatchRead[])[];
  let readings: Reading[];
  let failures: number;
  let times: ReadTimes;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    written = [];
    readings = [];
    failures = 0;
    const noteReads = async (reads: readonly BatchRead[]) => {
      if (failures-- > 0) throw new Error('The database is gone');
      written.push(reads);
    };
    const noteReadings = async (noted: readonly Reading[]) => {
      if (failures-- > 0) throw new Error('The database is gone');
      readings.push(...noted);
    };
    times = new ReadTimes({ noteReads, noteReadings }, clock);
  });
  afterEach(async () => {
    await times.close();
    jest.useRealTimers();
  });
  const lastRead = (id: number, lastReadAt?: number) => times.latest({ id, lastReadAt });

  it('writes the latest time of each batch at once, half a minute after the first', async () => {
    times.note(7);
    await jest.advanceTimersByTimeAsync(10_000);
    times.note(8);
    times.note(7);
    await jest.advanceTimersByTimeAsync(19_999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual([
      [
        { id: 8, at: 10_000 },
        { id: 7, at: 10_000 },
      ],
    ]);
    expect(jest.getTimerCount()).toBe(0);
    expect(lastRead(7)).toBeUndefined();
  });

  it('writes who has read which records, and keeps what cannot be written', async () => {
    const [one, other] = [{ clientId: 'c' }, { clientId: 'c', userId: 'u' }];
    times.note(7, { ...one, seqFrom: 1, seqTo: 5 });
    jest.setSystemTime(10);
    times.note(7, { ...other, seqFrom: 2, seqTo: 3 });
    times.note(7, { ...one, seqFrom: 6, seqTo: 9 });
    const read = { batchId: 7, clientId: 'c', userId: '', firstAt: 0, lastAt: 10, seqFrom: 1, seqTo: 9, reads: 2 };
    const byUser = { ...read, userId: 'u', firstAt: 10, seqFrom: 2, seqTo: 3, reads: 1 };
    expect(times.withWaiting(7, [{ ...read, lastAt: 11, seqTo: 20, reads: 4 }])).toEqual([
      { ...read, lastAt: 11, seqTo: 20, reads: 6 },
      byUser,
    ]);
    expect(times.withWaiting(8, [])).toEqual([]);
    failures = 1;
    await jest.advanceTimersByTimeAsync(30_000);
    expect(readings).toEqual([]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(readings).toEqual([byUser, read]);
    expect(times.withWaiting(7, [])).toEqual([]);
  });

  it('writes nothing where nothing was read', async () => {
    await times.close();
    expect(written).toEqual([]);
  });

  it('tells what waits, or what is stored if that is later', () => {
    jest.setSystemTime(50);
    times.note(7);
    expect([lastRead(7), lastRead(7, 49), lastRead(7, 51), lastRead(8, 3), lastRead(8)]).toEqual([
      50,
      50,
      51,
      3,
      undefined,
    ]);
  });

  it('keeps what could not be written for the next time', async () => {
    failures = 1;
    times.note(7);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([written, lastRead(7)]).toEqual([[], 0]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual([[{ id: 7, at: 0 }]]);
  });

  it('keeps what is read while it writes', async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const noteReads = jest.fn(() => asked);
    times = new ReadTimes({ noteReads, noteReadings: async () => undefined }, clock);
    times.note(7);
    await jest.advanceTimersByTimeAsync(30_000);
    times.note(7);
    answer();
    await jest.advanceTimersByTimeAsync(0);
    expect(lastRead(7)).toBe(30_000);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(noteReads.mock.calls).toEqual([[[{ id: 7, at: 0 }]], [[{ id: 7, at: 30_000 }]]]);
  });

  it('forgets what was read longest ago where too much waits', async () => {
    for (let id = 1; id <= 5_000; id++) times.note(id);
    times.note(1);
    times.note(5_001);
    expect([lastRead(1), lastRead(2), lastRead(3)]).toEqual([0, undefined, 0]);
    await times.close();
    expect(written[0]).toHaveLength(5_000);
  });

  it('writes what waits when it is closed, and does not wait for a database that is silent', async () => {
    const noteReads = jest.fn((_: readonly BatchRead[]) => new Promise<void>(() => undefined));
    times = new ReadTimes({ noteReads, noteReadings: async () => undefined }, clock);
    times.note(7);
    const closed = times.close();
    await jest.advanceTimersByTimeAsync(2_000);
    await closed;
    expect(noteReads).toHaveBeenCalledWith([{ id: 7, at: 0 }]);
    expect(jest.getTimerCount()).toBe(0);
    times = new ReadTimes({ noteReads: async () => undefined, noteReadings: async () => undefined }, clock);
  });
});
