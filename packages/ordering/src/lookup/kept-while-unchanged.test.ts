import { describe, expect, it } from '@jest/globals';
import { KeptWhileUnchanged } from './kept-while-unchanged.js';

describe('values kept while nothing is loaded', () => {
  it('are there under the number of changes that they were read at', () => {
    const kept = new KeptWhileUnchanged<string>(2);
    kept.set('a', 'one', 7);
    expect(kept.get('a', 7)).toBe('one');
  });

  it('are forgotten at the first greater number', () => {
    const kept = new KeptWhileUnchanged<string>(2);
    kept.set('a', 'one', 7);
    expect(kept.get('a', 8)).toBeUndefined();
    expect(kept.get('a', 7)).toBeUndefined();
  });

  it('are not taken from a reader that began before the last change', () => {
    const kept = new KeptWhileUnchanged<string>(2);
    kept.set('a', 'new', 8);
    kept.set('a', 'old', 7);
    expect(kept.get('a', 8)).toBe('new');
  });

  it('make room for newer ones, those first that were not used for longest', () => {
    const kept = new KeptWhileUnchanged<string>(2);
    kept.set('a', 'one', 7);
    kept.set('b', 'two', 7);
    kept.get('a', 7);
    kept.set('c', 'three', 7);
    expect(['a', 'b', 'c'].map((key) => kept.get(key, 7))).toEqual(['one', undefined, 'three']);
  });

  it('are read together where they are missing, each once, and answered in the order of their keys', async () => {
    const kept = new KeptWhileUnchanged<string>(2);
    const asked: string[][] = [];
    const read = (missing: readonly string[]) => {
      asked.push([...missing]);
      return Promise.resolve(missing.map((key) => key.toUpperCase()));
    };
    const getAll = (...keys: string[]) => kept.getAll(keys, (key) => key, 7, read);
    expect(await getAll('b', 'a', 'b')).toEqual(['B', 'A', 'B']);
    expect(await getAll('a', 'c', 'b')).toEqual(['A', 'C', 'B']);
    expect(await getAll('c', 'c')).toEqual(['C', 'C']);
    expect(asked).toEqual([['b', 'a'], ['c']]);
  });
});
