import { describe, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { callCountSchema, SharedCallCounts } from './shared-call-counts.js';

function noteTimes(counts: SharedCallCounts, tokenId: string, times: number): void {
  for (let count = 0; count < times; count++) counts.note(tokenId);
}

describeDatabases('calls counted together', [callCountSchema], (open) => {
  it('each process learns what the others have counted, once', async () => {
    const database = await open();
    const time = 600_000;
    const [one, other] = [new SharedCallCounts(database, () => time), new SharedCallCounts(database, () => time)];
    noteTimes(one, 'a', 5);
    noteTimes(other, 'a', 3);
    noteTimes(other, 'b', 1);
    expect(await one.exchange()).toEqual(new Map());
    expect(await other.exchange()).toEqual(new Map([['a', 5]]));
    noteTimes(one, 'a', 1);
    expect(await one.exchange()).toEqual(new Map([['a', 3]]));
    noteTimes(one, 'a', 1);
    expect(await one.exchange()).toEqual(new Map());
  });

  it('counts each minute anew and forgets the old ones', async () => {
    const database = await open();
    let time = 600_000;
    const [one, other] = [new SharedCallCounts(database, () => time), new SharedCallCounts(database, () => time)];
    noteTimes(other, 'a', 7);
    await other.exchange();
    time += 120_000;
    noteTimes(one, 'a', 2);
    expect(await one.exchange()).toEqual(new Map());
    expect(await database.query('SELECT token_id, calls FROM call_count')).toEqual([{ token_id: 'a', calls: 2 }]);
  });
});

describe('while the others cannot be told', () => {
  it('keeps what was counted for the next time', async () => {
    let broken = true;
    const told: unknown[] = [];
    const sql = {
      dialect: 'sqlite' as const,
      execute: async () => 0,
      query: async <Row>(_text: string, values: readonly unknown[] = []) => {
        if (broken) throw new Error('locked');
        told.push(values[2]);
        return [{ calls: 2 }] as Row[];
      },
    };
    const counts = new SharedCallCounts(sql, () => 600_000);
    noteTimes(counts, 'a', 2);
    await expect(counts.exchange()).rejects.toThrow('locked');
    broken = false;
    await counts.exchange();
    expect(told).toEqual([2]);
  });
});
