import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { onceATurn } from './once-a-turn.js';

describe('a reading once a turn', () => {
  it('is shared by all who ask in one turn, and made anew for those who ask later', async () => {
    let readings = 0;
    const read = onceATurn(() => Promise.resolve(++readings));
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  });

  it('begins after everybody has asked who gets its answer', async () => {
    let data = 'old';
    const read = onceATurn(() => Promise.resolve(data));
    const early = read();
    data = 'new';
    expect(await Promise.all([early, read()])).toEqual(['new', 'new']);
  });

  it('does not hand an answer under way to those who ask after it began', async () => {
    const answers: ((answer: string) => void)[] = [];
    const read = onceATurn(() => new Promise<string>((resolve) => answers.push(resolve)));
    const first = read();
    while (answers.length < 1) await turn();
    const second = read();
    while (answers.length < 2) await turn();
    answers[1]?.('second');
    answers[0]?.('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });

  it('fails for all who asked, and is made anew then', async () => {
    let broken = true;
    const read = onceATurn(() => (broken ? Promise.reject(new Error('broken')) : Promise.resolve('whole')));
    const asked = await Promise.allSettled([read(), read()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await read()).toBe('whole');
  });
});
