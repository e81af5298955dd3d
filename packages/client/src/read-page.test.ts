import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readPage } from './read-page.js';

function anAnswer(text: string, headers: Record<string, string> = {}) {
  return { status: 200, headers: new Headers(headers), body: Buffer.from(text) };
}

function elements(text: string): string[] {
  const page = readPage(anAnswer(text), 'list');
  return Array.from({ length: page.count }, (_, index) => page.record(index).toString('utf8'));
}

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
    ['space between', '{ "list" :\n[ {"a":1} , {"b":2} ] }', ['{"a":1}', '{"b":2}']],
  ])('finds %s', (_name, text, expected) => {
    expect(elements(text)).toEqual(expected);
  });

  it.each(['', '{}', '{"list":[{"a":1}', '{"list":[{"a":1},{"b', '{"list":null}', '{"other":[{"list":[]}]}'])(
    'refuses %j, which has no complete list',
    (text) => {
      expect(() => elements(text)).toThrow(expect.objectContaining({ code: 'answer-corrupt' }));
    },
  );

  it('compares the bytes between the brackets with the checksum', () => {
    const records = '{"a":"あ"},{"b":2}';
    const checksum = crc32(records).toString(16).padStart(8, '0');
    const text = `{"list":[${records}]}`;
    expect(readPage(anAnswer(text, { 'x-range-crc32': checksum }), 'list').count).toBe(2);
    expect(() => readPage(anAnswer(text, { 'x-range-crc32': '00000000' }), 'list')).toThrow(/checksum/);
  });
});
