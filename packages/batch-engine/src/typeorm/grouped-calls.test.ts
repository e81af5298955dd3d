import { describe, expect, it } from '@jest/globals';
import { GroupedCalls } from './grouped-calls.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
/** Runs all steps that follow from promises that are already resolved, before the next turn of the event loop. */
const withinTurn = () => new Promise<void>((resolve) => process.nextTick(() => queueMicrotask(resolve)));

describe('GroupedCalls', () => {
  it('takes together what arrives in one turn of the event loop', async () => {
    const groups: number[][] = [];
    const commits = new GroupedCalls<number, number>(async (items) => {
      groups.push([...items]);
      return items;
    });
    await Promise.all([commits.add(1), Promise.resolve().then(() => commits.add(2))]);
    expect(groups).toEqual([[1, 2]]);
  });

  it('takes together what arrives while a commit is under way, and answers each its own result', async () => {
    const groups: number[][] = [];
    const commits = new GroupedCalls<number, string>(async (items) => {
      groups.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return items.map((item) => `r${item}`);
    });
    const first = commits.add(1);
    await nextTurn();
    const rest = [2, 3, 4].map((item) => commits.add(item));
    expect(await Promise.all([first, ...rest])).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(groups).toEqual([[1], [2, 3, 4]]);
  });

  it('keeps groups small and the order', async () => {
    const groups: number[][] = [];
    const commits = new GroupedCalls<number, number>(async (items) => {
      groups.push([...items]);
      return items;
    });
    const items = Array.from({ length: 120 }, (_, n) => n);
    expect(await Promise.all(items.map((item) => commits.add(item)))).toEqual(items);
    expect(groups.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  it.each([1, 2, 3])(
    'has %i groups under way at once, and no more, whenever their items come',
    async (groupsAtOnce) => {
      let underWay = 0;
      let most = 0;
      const commits = new GroupedCalls<number, number>(async (items) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay--;
        return items;
      }, groupsAtOnce);
      const answers: Promise<number>[] = [];
      for (let item = 0; item < 20; item++) {
        answers.push(commits.add(item));
        await nextTurn();
      }
      for (let item = 20; item < 420; item++) answers.push(commits.add(item));
      expect(await Promise.all(answers)).toEqual(answers.map((_, item) => item));
      expect(most).toBe(groupsAtOnce);
    },
  );

  it('starts none too many where the turn of one comes twice', async () => {
    const gates = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
    const started: number[] = [];
    const commits = new GroupedCalls<number, number>(async (items) => {
      const [item] = items as [number];
      started.push(item);
      // This call waits for a turn of the event loop that an earlier call requested.
      if (item === 3) answers.push(commits.add(4));
      await gates[item]?.promise;
      return items;
    }, 2);
    const answers = [commits.add(0)];
    await nextTurn();
    answers.push(commits.add(1));
    await nextTurn();
    gates[0]!.resolve();
    await withinTurn();
    answers.push(commits.add(2));
    gates[1]!.resolve();
    await withinTurn();
    answers.push(commits.add(3));
    await nextTurn();
    await nextTurn();
    expect(started).toEqual([0, 1, 2, 3]);
    for (const { resolve } of gates) resolve();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
  });

  it('tells a failure to those it concerns, and goes on with the others', async () => {
    const commits = new GroupedCalls<number, number>(async (items) => {
      await nextTurn();
      if (items.includes(1)) throw new Error('no');
      return items;
    });
    const first = commits.add(1);
    await nextTurn();
    const second = commits.add(2);
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe(2);
  });
});
