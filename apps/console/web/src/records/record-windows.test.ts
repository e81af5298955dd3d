import { describe, expect, it } from '@jest/globals';
import type { StoredRecord } from '../../../wire/index.js';
import { RecordWindows } from './record-windows.js';

interface Asked {
  readonly seqFrom: number;
  readonly seqTo: number;
  readonly signal: AbortSignal;
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * Splits `recordCount` records into windows of ten, and keeps at most three windows. Each test decides when a fetch
 * ends, and with which result.
 */
function aBatch(recordCount = 100) {
  const asked: Asked[] = [];
  let changes = 0;
  const windows = new RecordWindows({
    recordCount,
    windowSize: 10,
    keptWindows: 3,
    fetchRange: (seqFrom, seqTo, signal) =>
      new Promise<readonly StoredRecord[]>((resolve, reject) => {
        const records = Array.from({ length: seqTo - seqFrom + 1 }, (_, index) => ({ seq: String(seqFrom + index) }));
        asked.push({ seqFrom, seqTo, signal, answer: () => resolve(records), fail: reject });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    onChange: () => {
      changes += 1;
    },
  });
  const answerAll = async () => {
    for (const call of asked) call.answer();
    await settle();
  };
  return { windows, asked, answerAll, changes: () => changes };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('windows of records', () => {
  it('are fetched when they are looked at, once, up to the last record', async () => {
    const { windows, asked, answerAll, changes } = aBatch(25);
    windows.look(18, 20);
    windows.look(18, 20);
    expect(asked.map(({ seqFrom, seqTo }) => [seqFrom, seqTo])).toEqual([
      [11, 20],
      [21, 25],
    ]);
    expect(windows.at(20)).toBeUndefined();
    await answerAll();
    expect([windows.at(20), windows.at(24), windows.loadedCount]).toEqual([{ seq: '21' }, { seq: '25' }, 15]);
    expect(changes()).toBe(2);
  });

  it('are given up when the reader goes elsewhere', () => {
    const { windows, asked } = aBatch();
    windows.look(0, 5);
    windows.look(50, 5);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(windows.failure).toBeUndefined();
  });

  it('stay few: what was not looked at for the longest time goes', async () => {
    const { windows, answerAll } = aBatch();
    for (const row of [0, 10, 20]) {
      windows.look(row, 1);
      await answerAll();
    }
    windows.look(0, 1);
    windows.look(30, 1);
    await answerAll();
    expect([0, 10, 20, 30].filter((row) => windows.at(row) !== undefined)).toEqual([0, 20, 30]);
  });

  it('of a record that is read by itself come whatever else is looked at', async () => {
    const { windows, answerAll, asked } = aBatch();
    windows.need(95);
    windows.look(0, 5);
    expect(asked[0]?.signal.aborted).toBe(false);
    await answerAll();
    expect(windows.at(95)).toEqual({ seq: '96' });
  });

  it('that failed are told of, and asked for again only on demand', async () => {
    const { windows, asked } = aBatch();
    windows.look(0, 5);
    asked[0]?.fail(new Error('broken'));
    await settle();
    windows.look(0, 5);
    expect([windows.failure, asked.length]).toEqual([new Error('broken'), 1]);
    windows.retry();
    windows.look(0, 5);
    expect([windows.failure, asked.length]).toEqual([undefined, 2]);
  });
});
