import { isUtf8 } from 'node:buffer';
import { FileError } from '../file-error.js';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

interface Mark {
  readonly encoding: Encoding;
  readonly bytes: number;
}

/** The length of the longest byte order mark, in bytes. */
export const longestMark = 3;

/** Detects the encoding by the byte order mark. If there is no byte order mark, the encoding is UTF-8. */
export function markOf(bytes: Uint8Array): Mark {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', bytes: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', bytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', bytes: 2 };
  return { encoding: 'utf-8', bytes: 0 };
}

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

/**
 * Decodes the text of a file that people may have written with an editor, a shell or a spreadsheet: UTF-8 with or
 * without a byte order mark, or UTF-16 with a byte order mark. The byte order mark is left out, and line ends stay
 * unchanged.
 *
 * @param name the name under which the user knows the file
 * @throws FileError `not-text` with the position of the first wrong byte, and the remedy
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const { encoding, bytes: from } = markOf(bytes);
  const text = decodePart(bytes.subarray(from), { encoding, name, at: from });
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  const before = encoding === 'utf-8' ? Buffer.byteLength(text.slice(0, zero)) : 2 * zero;
  throw notText(name, from + before, 'there is a zero byte, which text cannot contain');
}

/** The origin of a part of a file: the encoding and the name of the file, and the byte offset of the part. */
export interface Part {
  readonly encoding: Encoding;
  readonly name: string;
  readonly at: number;
}

/** @throws FileError `not-text` */
export function decodePart(bytes: Uint8Array, { encoding, name, at }: Part): string {
  if (encoding === 'utf-8' && isUtf8(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const place = firstWrongByte(bytes, encoding);
    const value = bytes[place];
    const what = value === undefined ? 'it ends within a character' : `${hex(value)} is not ${encodingNames[encoding]}`;
    throw notText(name, at + place, what);
  }
}

const anyEncoding = 'write the file as UTF-8, or as UTF-16 with a byte order mark';

function notText(name: string, offset: number, what: string): FileError {
  return new FileError('not-text', `${name}: at byte offset ${offset}, ${what}`, anyEncoding);
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}

/** The position of the first wrong byte of a text, or the number of bytes if only the end of the text is missing. */
export function firstWrongByte(bytes: Uint8Array, encoding: Encoding = 'utf-8'): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  return good;
}

function isBeginning(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
