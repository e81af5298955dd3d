import { describe, expect, it } from '@jest/globals';
import { RecentlyUsed } from './recently-used.js';

const keys = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `key ${from + index}`);

function filled(most: number, count: number): RecentlyUsed<string> {
  const known = new RecentlyUsed<string>(most);
  for (const key of keys(count)) known.set(key, `value of ${key}`);
  return known;
}

describe('RecentlyUsed', () => {
  it('keeps the later half at least, and never more than it may', () => {
    const known = filled(10, 1_000);
    expect(keys(5, 995).map((key) => known.get(key))).toEqual(keys(5, 995).map((key) => `value of ${key}`));
    const again = filled(10, 1_000);
    expect(keys(1_000).filter((key) => again.get(key) !== undefined).length).toBeLessThanOrEqual(10);
  });

  it('keeps what is used, however much comes by', () => {
    const known = filled(10, 1);
    for (const key of keys(1_000, 1)) {
      known.set(key, 'passing');
      expect(known.get('key 0')).toBe('value of key 0');
    }
  });

  it('replaces and forgets', () => {
    const known = filled(10, 8);
    known.set('key 0', 'new');
    expect(known.get('key 0')).toBe('new');
    for (const key of ['key 0', 'key 7']) {
      known.delete(key);
      expect(known.get(key)).toBeUndefined();
    }
  });

  it('keeps one entry at least', () => {
    expect(filled(1, 3).get('key 2')).toBe('value of key 2');
  });
});
