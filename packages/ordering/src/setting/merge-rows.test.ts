import { describe, expect, it } from '@jest/globals';
import { mergeRows } from './merge-rows.js';

const rows = (...texts: string[]) =>
  texts.map((text) => {
    const [id = '', value = ''] = text.split(' ');
    return { memberCodeOrderTo: '', updateDate: '', body: JSON.stringify({ id, value }) };
  });
const merge = (stored: string[], added: string[]) =>
  mergeRows(rows(...stored), rows(...added), ['id']).map(({ body }) => {
    const { id, value } = JSON.parse(body) as { id: string; value: string };
    return `${id} ${value}`;
  });

describe('merging the rows of a setting', () => {
  it('replaces a row of the same identity in its place, and adds what is new', () => {
    expect(merge(['a 1', 'b 1', 'c 1'], ['d 1', 'b 2'])).toEqual(['a 1', 'b 2', 'c 1', 'd 1']);
  });

  it('changes nothing when the same rows come again, even if some have one identity', () => {
    expect(merge(['a 1', 'a 2', 'a 2'], ['a 2', 'a 2', 'a 1'])).toEqual(['a 1', 'a 2', 'a 2']);
    expect(merge(['a 1', 'a 2'], ['a 2'])).toEqual(['a 1', 'a 2']);
  });

  it('starts from nothing', () => {
    expect(merge([], ['a 1', 'a 2'])).toEqual(['a 1', 'a 2']);
    expect(merge(['a 1'], [])).toEqual(['a 1']);
  });
});
