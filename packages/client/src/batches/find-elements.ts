import { Elements } from './elements.js';

/**
 * The position of an array's elements in a JSON text: it starts after the opening bracket and ends before the closing
 * bracket.
 */
export interface ArrayBounds {
  readonly from: number;
  readonly to: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colonSign = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const encoder = new TextEncoder();

type IndexOf = (this: Uint8Array, byte: number, from: number) => number;

/** On Node, the search of its buffers is used, which is three times as fast. */
const { indexOf: search } = ((globalThis as { Buffer?: { prototype: Uint8Array } }).Buffer ?? Uint8Array)
  .prototype as Readonly<Record<'indexOf', IndexOf>>;

function indexOf(body: Uint8Array, byte: number, from: number): number {
  return search.call(body, byte, from);
}

/**
 * The assumed bounds of an array that is the last member of the outermost object. These bounds are correct only if the
 * checksum matches.
 */
export function guessArray(body: Uint8Array, name: string): ArrayBounds | undefined {
  const from = findStart(body, name);
  if (from === undefined) return undefined;
  const brace = skipSpaceBack(body, body.length - 1);
  const to = skipSpaceBack(body, brace - 1);
  return body[brace] === closeObject && body[to] === closeArray && to >= from ? { from, to } : undefined;
}

/** The bounds of the named array in the outermost object; undefined if the array has no end. */
export function findArray(body: Uint8Array, name: string): ArrayBounds | undefined {
  const from = findStart(body, name);
  if (from === undefined) return undefined;
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    switch (body[at]) {
      case quote:
        at = endOfString(body, at);
        break;
      case openObject:
      case openArray:
        depth++;
        break;
      case closeObject:
        depth--;
        break;
      case closeArray:
        if (depth-- === 0) return { from, to: at };
        break;
    }
  }
  return undefined;
}

/**
 * The elements of an array of objects that all begin with the same member. No nested object may begin with this member.
 * This is several times faster than scanning every byte, but a guess: it is correct if the number of elements is
 * correct and the first element is complete. (The pattern cannot occur inside a text, where its quotes would be
 * escaped.)
 */
export function guessElements(body: Uint8Array, { from, to }: ArrayBounds): Elements {
  const beginning = body.subarray(from, body.indexOf(colonSign, from) + 1);
  const elements = new Elements(body);
  let start = from;
  for (let at = indexOf(body, openObject, from + 1); at >= 0 && at < to; at = indexOf(body, openObject, at + 1)) {
    const isNext =
      body[at - 1] === comma && body[at - 2] === closeObject && isAt(body, at, at + beginning.length, beginning);
    if (!isNext) continue;
    elements.add(start, at - 1);
    start = at;
  }
  if (body[start] === openObject && body[to - 1] === closeObject) elements.add(start, to);
  return elements;
}

/** The objects and arrays that are elements of an array, as parts of its bytes; undefined if an element has no end. */
export function cutElements(body: Uint8Array, { from, to }: ArrayBounds): Elements | undefined {
  const elements = new Elements(body);
  let depth = 0;
  let start = from;
  for (let at = from; at < to; at++) {
    switch (body[at]) {
      case quote:
        at = endOfString(body, at);
        break;
      case openObject:
      case openArray:
        if (depth++ === 0) start = at;
        break;
      case closeObject:
      case closeArray:
        if (--depth === 0) elements.add(start, at + 1);
        break;
    }
  }
  return depth === 0 ? elements : undefined;
}

/** Whether the bytes are exactly one element. */
export function isElement(bytes: Uint8Array): boolean {
  return cutElements(bytes, { from: 0, to: bytes.length })?.first?.length === bytes.length;
}

/** The position after the opening bracket of the named array in the outermost object. */
function findStart(body: Uint8Array, name: string): number | undefined {
  const key = encoder.encode(JSON.stringify(name));
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) {
      const end = endOfString(body, at);
      const colon = skipSpace(body, end + 1);
      if (depth === 1 && body[colon] === colonSign && isAt(body, at, end + 1, key)) {
        const value = skipSpace(body, colon + 1);
        return body[value] === openArray ? value + 1 : undefined;
      }
      at = end;
    } else if (byte === openObject || byte === openArray) depth++;
    else if (byte === closeObject || byte === closeArray) depth--;
  }
  return undefined;
}

function isAt(body: Uint8Array, from: number, to: number, expected: Uint8Array): boolean {
  if (to - from !== expected.length) return false;
  for (let index = 0; index < expected.length; index++) if (body[from + index] !== expected[index]) return false;
  return true;
}

/** The end of the string that begins at `start`. */
function endOfString(body: Uint8Array, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return body.length;
}

function skipSpace(body: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(body[at])) at++;
  return at;
}

function skipSpaceBack(body: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(body[at])) at--;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
