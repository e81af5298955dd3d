import { describe, expect, it } from '@jest/globals';
import { mergeRows } from './merge-rows.js';

/** Rows with an id, a value, and the time of their last update. */
const rows = (texts: readonly string[]) =>
  texts.map((text) => {
    const [id = '', value = '', update_date = ''] = text.split(' ');
    return { memberCodeOrderTo: '', updateDate: update_date, body: JSON.stringify({ id, value, update_date }) };
  });
const mergeBy = (key: readonly string[] | undefined, stored: readonly string[], added: readonly string[]) =>
  mergeRows(rows(stored), rows(added), key).map(({ body }) =>
    Object.values(JSON.parse(body) as Record<string, string>)
      .join(' ')
      .trim(),
  );

const mergeKeyed = (stored: readonly string[], added: readonly string[]) => mergeBy(['id'], stored, added);
const mergeKeyless = (stored: readonly string[], added: readonly string[]) => mergeBy(undefined, stored, added);

describe('merging rows that have a key', () => {
  it('replaces the row of the key in its place, adds what is new, and leaves the others', () => {
    expect(mergeKeyed(['a 1', 'b 1', 'c 1'], ['d 1', 'b 2'])).toEqual(['a 1', 'b 2', 'c 1', 'd 1']);
    expect(mergeKeyed([], ['a 1', 'b 1'])).toEqual(['a 1', 'b 1']);
    expect(mergeKeyed(['a 1'], [])).toEqual(['a 1']);
  });

  it('keeps the last row of a key in the file', () => {
    expect(mergeKeyed(['b 1'], ['a 1', 'b 2', 'a 2', 'b 3'])).toEqual(['b 3', 'a 2']);
  });

  it('leaves one row of a key that the file names, and all of those that it does not', () => {
    expect(mergeKeyed(['a 1', 'b 1', 'a 2', 'b 2'], ['a 1'])).toEqual(['a 1', 'b 1', 'b 2']);
  });

  it('takes the new update_date of a row that is otherwise the same', () => {
    expect(mergeKeyed(['a 1 old'], ['a 1 new'])).toEqual(['a 1 new']);
  });
});

describe('merging rows without a key', () => {
  it('adds rows that differ, and replaces none', () => {
    expect(mergeKeyless(['a 1', 'b 1'], ['a 2', 'c 1'])).toEqual(['a 1', 'b 1', 'a 2', 'c 1']);
    expect(mergeKeyless([], ['a 1'])).toEqual(['a 1']);
  });

  it('does not take a row for another because of its update_date', () => {
    expect(mergeKeyless(['a 1 old'], ['a 1 new', 'a 2 new', 'a 2 newer'])).toEqual(['a 1 old', 'a 2 new']);
  });

  it('leaves equal rows that are there', () => {
    expect(mergeKeyless(['a 1', 'a 1'], ['a 1'])).toEqual(['a 1', 'a 1']);
  });
});
