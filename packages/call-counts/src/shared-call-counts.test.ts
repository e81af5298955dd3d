import { expect, it } from '@jest/globals';
import { describeDatabases, describeSchema } from '@trading-platform/database/testing';
import { callCountSchema } from './call-count-schema.js';
import { SharedCallCounts } from './shared-call-counts.js';

function noteTimes(counts: SharedCallCounts, tokenId: string, times: number): void {
  for (let count = 0; count < times; count++) counts.note(tokenId);
}

describeSchema('call counts', callCountSchema, { call_count: { tokenId: 'token' } });

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

  it('exchanges the counts of many tokens at once', async () => {
    const database = await open();
    const [one, other] = [new SharedCallCounts(database, () => 600_000), new SharedCallCounts(database, () => 600_000)];
    const tokens = Array.from({ length: 450 }, (_, n) => `token ${n}`);
    for (const [n, token] of tokens.entries()) noteTimes(one, token, n + 1);
    await one.exchange();
    for (const token of tokens) other.note(token);
    expect(await other.exchange()).toEqual(new Map(tokens.map((token, n) => [token, n + 1])));
  });

  it('keeps its counts while they cannot be written', async () => {
    const database = await open();
    const [one, other] = [new SharedCallCounts(database, () => 600_000), new SharedCallCounts(database, () => 600_000)];
    noteTimes(one, 'a', 2);
    await database.execute('ALTER TABLE call_count RENAME TO call_count_away');
    await expect(one.exchange()).rejects.toThrow('call_count');
    await database.execute('ALTER TABLE call_count_away RENAME TO call_count');
    await one.exchange();
    other.note('a');
    expect(await other.exchange()).toEqual(new Map([['a', 2]]));
  });
});
