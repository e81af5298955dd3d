import { describe, expect, it } from '@jest/globals';
import { compareRecords } from './compare-records.js';
import { readRecords } from './read-records.js';

const keyOf = (record: Readonly<Record<string, unknown>>) => [String(record['id'])];
const expected = [
  { batch_id: '1', seq: '1', id: 'a', price: 12, lines: [{ no: '1' }] },
  { batch_id: '1', seq: '2', id: 'b', price: 0, lines: [] },
  { batch_id: '1', seq: '3', id: 'c', price: 7, lines: [] },
];
const sound = { expected: 3, written: 3, lost: 0, doubled: 0, changed: 0, foreign: 0 };

describe('what a program has written', () => {
  it.each([
    ['NDJSON in another order', '{"id":"c"}\n{"id":"a","price":12,"lines":[{"no":"1"}]}\n\n{"id":"b","seq":"9"}\n'],
    ['a JSON array', JSON.stringify(expected, undefined, 2)],
    ['an answer as it came', JSON.stringify({ request_id: 'r', result: 0, error_list: [], master: expected })],
    ['CSV', '\uFEFFid,price\r\na,12\r\n"b","0"\r\nc,7\r\n'],
  ])('is the same as %s', (_form, text) => {
    expect(compareRecords(expected, readRecords(text), keyOf)).toEqual(sound);
  });

  it.each([
    ['lost', '{"id":"a"}\n{"id":"b"}', { written: 2, lost: 1 }],
    ['doubled', '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n{"id":"a"}', { written: 4, doubled: 1 }],
    ['changed', '{"id":"a","lines":[{"no":"2"}]}\n{"id":"b"}\n{"id":"c"}', { changed: 1 }],
    ['changed', 'id,price\na,13\nb,0\nc,7', { changed: 1 }],
    ['foreign', '{"id":"a"}\n{"id":"b"}\n{"id":"d"}', { lost: 1, foreign: 1 }],
    ['nothing', '', { written: 0, lost: 3 }],
  ])('shows what is %s', (_what, text, differences) => {
    expect(compareRecords(expected, readRecords(text), keyOf)).toEqual({ ...sound, ...differences });
  });

  it('counts each of several records with one key', () => {
    const twins = [
      { id: 'a', n: 1 },
      { id: 'a', n: 2 },
    ];
    expect(
      compareRecords(
        twins,
        [
          { id: 'a', n: 2 },
          { id: 'a', n: 1 },
        ],
        keyOf,
      ),
    ).toMatchObject({ changed: 0, lost: 0 });
    expect(
      compareRecords(
        twins,
        [
          { id: 'a', n: 2 },
          { id: 'a', n: 2 },
        ],
        keyOf,
      ),
    ).toMatchObject({ changed: 1, lost: 0 });
  });

  it.each([
    ['[{"id":"a"}', 'The JSON array is incomplete, or not JSON'],
    ['{"id":"a"}\n{"id":', 'Line 2 is incomplete, or not JSON'],
    ['{"id":', 'The JSON object is incomplete, or not JSON'],
    ['["a"]', 'It contains something other than records'],
    ['303 records', 'It is neither JSON nor CSV with names in its first row'],
    ['id,price\na', 'Row 2 has 1 values instead of 2'],
  ])('cannot be read where it is %j', (text, message) => {
    expect(() => readRecords(text)).toThrow(message);
  });
});
