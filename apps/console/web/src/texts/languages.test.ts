import { describe, expect, it } from '@jest/globals';
import { en } from './en.js';
import { ja } from './ja.js';

/** Returns every key of the nested texts, with the kind of its value: text, function or list. */
function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const place = `${path}${key}`;
    return typeof value === 'object' && value !== null
      ? keysOf(value as object, `${place}.`)
      : [`${place}: ${typeof value}`];
  });
}

describe('the texts of the pages', () => {
  it('are the same in both languages', () => {
    expect(keysOf(ja).toSorted()).toEqual(keysOf(en).toSorted());
    expect(keysOf(en).length).toBeGreaterThan(200);
  });

  it('leave nothing empty', () => {
    const empty = [en, ja].flatMap((texts) => JSON.stringify(texts).match(/"[^"]+":""/g) ?? []);
    expect(empty).toEqual([]);
  });
});
