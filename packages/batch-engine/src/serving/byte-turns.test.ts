import { describe, expect, it } from '@jest/globals';
import { ByteTurns } from './byte-turns.js';

describe('bytes in turns of the event loop', () => {
  it('are so many in each, in the order in which they were asked for', async () => {
    const turns = new ByteTurns(100);
    let turn = 0;
    const count = () => {
      turn++;
      if (turn < 100) setImmediate(count);
    };
    setImmediate(count);
    const taken = await Promise.all(
      Array.from({ length: 6 }, async (_, position) => {
        await turns.take(50);
        return { position, turn };
      }),
    );
    const [first, , third, , fifth] = taken.map((each) => each.turn);
    expect(taken.map((each) => each.turn)).toEqual([first, first, third, third, fifth, fifth]);
    expect(new Set([first, third, fifth]).size).toBe(3);
    expect(taken.map((each) => each.turn)).toEqual(taken.map((each) => each.turn).toSorted((a, b) => a - b));
  });
});
