import { crc32 } from 'node:zlib';
import type { Answer } from './exchange.js';
import { PlatformError } from './platform-error.js';

/** The records of one get answer: the whole body, and where each record begins and ends in it. */
export interface Page {
  readonly count: number;
  /** Whether the platform counts the records as delivered only once they are acknowledged. */
  readonly awaitsAcknowledgement: boolean;
  /** The bytes of one record's JSON text. */
  record(index: number): Buffer;
}

/**
 * Finds the records of a get answer without parsing them, and checks their bytes against `X-Range-Crc32`.
 *
 * @throws PlatformError `answer-corrupt` if the body is cut off or is not what the server sent
 */
export function readPage({ body, headers, status }: Answer, arrayName: string): Page {
  const bounds = findElements(body, arrayName);
  if (bounds === undefined) {
    const message = `The answer has no complete array "${arrayName}"`;
    throw new PlatformError('answer-corrupt', message, { status, requestId: headers.get('x-request-id') ?? undefined });
  }
  const expected = headers.get('x-range-crc32');
  const found = crc32(body.subarray(bounds.from, bounds.to)).toString(16).padStart(8, '0');
  if (expected !== null && expected.toLowerCase() !== found) {
    const message = `The records have the checksum ${found} instead of ${expected}`;
    throw new PlatformError('answer-corrupt', message, { status, requestId: headers.get('x-request-id') ?? undefined });
  }
  return {
    count: bounds.starts.length,
    awaitsAcknowledgement: /(?:^|,)\s*delivery\s*=\s*"?acknowledged\b/i.test(headers.get('preference-applied') ?? ''),
    record: (index) => body.subarray(bounds.starts[index], bounds.ends[index]),
  };
}

interface Elements {
  readonly from: number;
  readonly to: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const quote = 0x22;
const backslash = 0x5c;
const spaces = new Set<number | undefined>([0x20, 0x09, 0x0a, 0x0d]);
const colonSign = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** The elements of the array that the outermost object carries under that name; undefined if it does not end. */
function findElements(body: Buffer, arrayName: string): Elements | undefined {
  const key = Buffer.from(JSON.stringify(arrayName));
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) {
      const end = endOfString(body, at);
      const colon = skipSpace(body, end + 1);
      if (depth === 1 && body[colon] === colonSign && key.equals(body.subarray(at, end + 1))) {
        const value = skipSpace(body, colon + 1);
        return body[value] === openArray ? readElements(body, value + 1) : undefined;
      }
      at = end;
    } else if (byte === openObject || byte === openArray) depth++;
    else if (byte === closeObject || byte === closeArray) depth--;
  }
  return undefined;
}

function readElements(body: Buffer, from: number): Elements | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    switch (body[at]) {
      case quote:
        at = endOfString(body, at);
        break;
      case openObject:
      case openArray:
        if (depth++ === 0) starts.push(at);
        break;
      case closeObject:
        if (--depth === 0) ends.push(at + 1);
        break;
      case closeArray:
        if (depth === 0) return { from, to: at, starts, ends };
        if (--depth === 0) ends.push(at + 1);
        break;
    }
  }
  return undefined;
}

/** Where the string that begins at `start` ends. */
function endOfString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return body.length;
}

function skipSpace(body: Buffer, start: number): number {
  let at = start;
  while (spaces.has(body[at])) at++;
  return at;
}
