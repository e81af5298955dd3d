import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readPage } from './read-page.js';

function anAnswer(text: string, headers: Record<string, string> = {}) {
  return { address: 'here', status: 200, headers: new Headers(headers), body: Buffer.from(text) };
}

const checksumOf = (text: string) => ({ 'x-range-crc32': crc32(text).toString(16).padStart(8, '0') });

describe('readPage', () => {
  it.each([
    ['nothing', '{"list":[]}', []],
    ['one', '{"list":[{}]}', ['{}']],
    ['several', '{"list":[{"a":1},{"b":[{"c":2},[]]},{"d":{}}]}', ['{"a":1}', '{"b":[{"c":2},[]]}', '{"d":{}}']],
    [
      'brackets and quotes in texts',
      String.raw`{"list":[{"a":"]}\\"},{"b":"\"[{"}]}`,
      [String.raw`{"a":"]}\\"}`, String.raw`{"b":"\"[{"}`],
    ],
    ['lists of other names before', '{"x":[{"list":[{}]}],"y":"list","list":[{"a":1}]}', ['{"a":1}']],
    ['lists of other names behind', '{"list":[{"a":1}],"next":[2]}', ['{"a":1}']],
    ['space between', '{ "list" :\n[ {"a":1} , {"b":2} ] }', ['{"a":1}', '{"b":2}']],
  ])('finds %s, with and without a checksum', (_name, text, expected) => {
    const between = expected.length === 2 && text.includes(' , ') ? ` ${expected.join(' , ')} ` : expected.join(',');
    expect(text).toContain(`[${between}]`);
    for (const headers of [{}, checksumOf(between)]) {
      const answer = anAnswer(text, headers);
      const texts = Array.from(readPage(answer, 'list', expected.length).records, (each) => String(Buffer.from(each)));
      expect(texts).toEqual(expected);
    }
  });

  it.each(['', '{}', '{"list":[{"a":1}', '{"list":[{"a":1},{"b', '{"list":null}', '{"other":[{"list":[]}]}'])(
    'refuses %j, which has no complete list',
    (text) => {
      expect(() => readPage(anAnswer(text), 'list', 1)).toThrow(expect.objectContaining({ code: 'answer-corrupt' }));
    },
  );

  it('compares the bytes between the brackets with the checksum', () => {
    const records = '{"a":"あ"},{"b":2}';
    const text = `{"list":[${records}]}`;
    expect(readPage(anAnswer(text, checksumOf(records)), 'list', 2).records).toHaveLength(2);
    const other = { 'x-range-crc32': '00000000' };
    expect(() => readPage(anAnswer(text, other), 'list', 2)).toThrow(/checksum/);
  });

  it.each([
    ['objects inside that begin alike', '{"a":1,"b":[{"a":2},{"a":3}]},{"a":4,"b":[]}', 2],
    ['records that begin otherwise', '{"a":1},{"b":2},{"a":3}', 3],
    ['texts that look like the beginning of a record', String.raw`{"a":"},{\"a\":"},{"a":"},{"}`, 2],
    ['one record', '{"a":[{"b":1},{"b":2}]}', 1],
    ['more than were expected', '{"a":1},{"b":2}', 1],
    ['fewer than were expected', '{"a":[{"a":2},{"a":3}]}', 2],
  ])('cuts where a guess would be wrong: %s', (_name, records, expected) => {
    const whole = JSON.parse(`[${records}]`) as unknown[];
    const found = readPage(anAnswer(`{"list":[${records}]}`), 'list', expected).records;
    expect(Array.from(found, (each) => JSON.parse(Buffer.from(each).toString()) as unknown)).toEqual(whole);
  });
});

describe('toLines', () => {
  it.each(['{"a":1},{"a":2}', '{"a":1}', '', ' {"a":1} ,\n {"a":2} '])('makes lines of %j', (records) => {
    const page = readPage(anAnswer(`{"list":[${records}]}`), 'list', 2);
    const lines = (JSON.parse(`[${records}]`) as unknown[]).map((each) => `${JSON.stringify(each)}\n`);
    expect(Buffer.from(page.records.toLines()).toString()).toBe(lines.join(''));
  });
});
