import { describe, expect, it } from '@jest/globals';
import { ReadAhead } from './read-ahead.js';

describe('ReadAhead', () => {
  it('answers in order, whatever finishes first', async () => {
    const steps = [30, 1, 10].map((ms, n) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { n };
    });
    const values: object[] = [];
    for await (const value of new ReadAhead(3).over([...steps, { n: 3 }])) values.push(value);
    expect(values).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('starts no more than asked for before they are taken', async () => {
    let started = 0;
    const steps = Array.from({ length: 10 }, () => async () => ({ n: started++ }));
    const values = new ReadAhead(3).over(steps)[Symbol.asyncIterator]();
    await values.next();
    expect(started).toBe(3);
    await values.next();
    expect(started).toBe(4);
  });

  it('goes less far for each of many readers, and far again when they have gone', async () => {
    const ahead = new ReadAhead(3, 4);
    const counted = () => {
      const count = { started: 0 };
      const steps = Array.from({ length: 10 }, () => async () => ({ n: count.started++ }));
      return { count, values: ahead.over(steps)[Symbol.asyncIterator]() };
    };
    const [first, second, third] = [counted(), counted(), counted()];
    for (const { values } of [first, second, third]) await values.next();
    expect([first, second, third].map(({ count }) => count.started)).toEqual([3, 2, 1]);
    await Promise.all([first.values.return?.(), second.values.return?.()]);
    await third.values.next();
    expect(third.count.started).toBe(4);
  });

  it('tells a failure when its turn has come', async () => {
    const steps = [
      async () => ({ n: 0 }),
      async () => {
        throw new Error('lost');
      },
    ];
    const values = new ReadAhead(2).over(steps)[Symbol.asyncIterator]();
    expect((await values.next()).value).toEqual({ n: 0 });
    await expect(values.next()).rejects.toThrow('lost');
  });
});
