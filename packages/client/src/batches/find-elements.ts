/** Where the elements of an array are in a JSON text: behind its opening bracket, and up to its closing one. */
export interface ArrayBounds {
  readonly from: number;
  readonly to: number;
}

const quote = 0x22;
const backslash = 0x5c;
const colonSign = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const encoder = new TextEncoder();

/** The bounds of an array that is the last member of the outermost object: true only if their checksum is right. */
export function guessArray(body: Uint8Array, name: string): ArrayBounds | undefined {
  const from = findStart(body, name);
  if (from === undefined) return undefined;
  const brace = skipSpaceBack(body, body.length - 1);
  const to = skipSpaceBack(body, brace - 1);
  return body[brace] === closeObject && body[to] === closeArray && to >= from ? { from, to } : undefined;
}

/** The bounds of the array that the outermost object carries under that name; undefined if it does not end. */
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

/** The objects and arrays that are elements of an array, as parts of its body; undefined if one does not end. */
export function cutElements(body: Uint8Array, { from, to }: ArrayBounds): Uint8Array[] | undefined {
  const elements: Uint8Array[] = [];
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
        if (--depth === 0) elements.push(body.subarray(start, at + 1));
        break;
    }
  }
  return depth === 0 ? elements : undefined;
}

/** Behind the opening bracket of the outermost object's array of that name. */
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
  return to - from === expected.length && expected.every((byte, index) => body[from + index] === byte);
}

/** Where the string that begins at `start` ends. */
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
