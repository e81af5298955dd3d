import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text.js';
import { firstLine, textOf } from './read-text.js';
import { utf8Of } from './utf8-of.js';

const sample = '{"name":"東京 🗼"}\r\n{"name":"é"}\r\n';
const bytes = {
  'UTF-8': Buffer.from(sample),
  'UTF-8 with a byte order mark': Buffer.from(`\ufeff${sample}`),
  'UTF-16 little end first': Buffer.from(`\ufeff${sample}`, 'utf16le'),
  'UTF-16 big end first': Buffer.from(`\ufeff${sample}`, 'utf16le').swap16(),
};

describe('text of a file', () => {
  it.each(Object.entries(bytes))('is read from %s', async (_, content) => {
    expect(decodeText(content, 'file')).toBe(sample);
    expect(firstLine(decodeText(content, 'file'))).toBe('{"name":"東京 🗼"}');
    for (const size of [1, 2, 3, 7, 1_000]) {
      const pieces = Array.from({ length: Math.ceil(content.length / size) }, (__, index) =>
        content.subarray(index * size, (index + 1) * size),
      );
      const read: Uint8Array[] = [];
      for await (const piece of utf8Of(Readable.from(pieces) as AsyncIterable<Uint8Array>, 'file')) read.push(piece);
      expect(Buffer.concat(read).toString()).toBe(sample);
    }
  });

  it('may be empty', async () => {
    expect(decodeText(Buffer.from('\ufeff'), 'file')).toBe('');
    for await (const piece of utf8Of(Readable.from([]) as AsyncIterable<Uint8Array>, 'file')) expect(piece).toBe('');
  });

  it.each<[string, Buffer, string]>([
    ['Shift_JIS', Buffer.from([0x7b, 0x22, 0x93, 0x8c]), 'at byte offset 2, 0x93 is not UTF-8'],
    ['a broken end', Buffer.from([0x7b, 0xe6, 0x9d]), 'at byte offset 3, it ends within a character'],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('{"a', 'utf16le'),
      'at byte offset 1, there is a zero byte, which text cannot contain',
    ],
    [
      'UTF-16 of an odd length',
      Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]),
      'at byte offset 5, it ends within a character',
    ],
    ['half a pair', Buffer.from([0xff, 0xfe, 0x3c, 0xd8, 0x41, 0x00]), 'at byte offset 5, 0x00 is not UTF-16'],
    [
      'UTF-32',
      Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]),
      'at byte offset 2, there is a zero byte, which text cannot contain',
    ],
  ])('is not read from %s, and it says where', (_, content, where) => {
    expect(() => decodeText(content, 'file')).toThrow(
      expect.objectContaining({
        code: 'not-text',
        message: `file: ${where}: write the file as UTF-8, or as UTF-16 with a byte order mark`,
      }),
    );
  });

  it('is bounded', async () => {
    await expect(textOf(Readable.from([Buffer.alloc(11)]) as AsyncIterable<Uint8Array>, 'file', 10)).rejects.toThrow(
      'file: is longer than 10 bytes',
    );
  });
});
