import { describe, expect, it } from '@jest/globals';
import { afterWriting, EffectCount, effectOf, type LoadState } from './load-state.js';

const [one, two] = [Buffer.from('1'), Buffer.from('2')];

describe('the effect of a load on a key', () => {
  it('is that of its last line', () => {
    const load = 7;
    const count = new EffectCount();
    let state: LoadState | undefined = { loadId: 6, digest: one, formerDigest: undefined };
    for (const digest of [two, one]) {
      const next: LoadState = afterWriting(state, load, digest);
      count.move(effectOf(state, load), effectOf(next, load));
      state = next;
    }
    expect([count.added, count.changed]).toEqual([0, 0]);
  });

  it('stays "added" for a key that the load has added', () => {
    const added = afterWriting(undefined, 7, one);
    expect(effectOf(added, 7)).toBe('added');
    expect(effectOf(afterWriting(added, 7, two), 7)).toBe('added');
    expect(effectOf(added, 8)).toBe('none');
    expect(effectOf(afterWriting(added, 8, two), 8)).toBe('changed');
  });
});
