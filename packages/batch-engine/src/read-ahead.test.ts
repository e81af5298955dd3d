import { describe, expect, it } from '@jest/globals';
import { readAhead } from './read-ahead.js';

describe('readAhead', () => {
  it('answers in order, whatever finishes first', async () => {
    const steps = [30, 1, 10].map((ms, n) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { n };
    });
    const values: object[] = [];
    for await (const value of readAhead([...steps, { n: 3 }], 3)) values.push(value);
    expect(values).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('starts no more than asked for before they are taken', async () => {
    let started = 0;
    const steps = Array.from({ length: 10 }, () => async () => ({ n: started++ }));
    const values = readAhead(steps, 3)[Symbol.asyncIterator]();
    await values.next();
    expect(started).toBe(3);
    await values.next();
    expect(started).toBe(4);
  });

  it('tells a failure when its turn has come', async () => {
    const steps = [
      async () => ({ n: 0 }),
      async () => {
        throw new Error('lost');
      },
    ];
    const values = readAhead(steps, 2)[Symbol.asyncIterator]();
    expect((await values.next()).value).toEqual({ n: 0 });
    await expect(values.next()).rejects.toThrow('lost');
  });
});
