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
      const texts = readPage(answer, 'list').records.map((record) => Buffer.from(record).toString());
      expect(texts).toEqual(expected);
    }
  });

  it.each(['', '{}', '{"list":[{"a":1}', '{"list":[{"a":1},{"b', '{"list":null}', '{"other":[{"list":[]}]}'])(
    'refuses %j, which has no complete list',
    (text) => {
      expect(() => readPage(anAnswer(text), 'list')).toThrow(expect.objectContaining({ code: 'answer-corrupt' }));
    },
  );

  it('compares the bytes between the brackets with the checksum', () => {
    const records = '{"a":"あ"},{"b":2}';
    const text = `{"list":[${records}]}`;
    expect(readPage(anAnswer(text, checksumOf(records)), 'list').records).toHaveLength(2);
    const other = { 'x-range-crc32': '00000000' };
    expect(() => readPage(anAnswer(text, other), 'list')).toThrow(/checksum/);
  });
});
