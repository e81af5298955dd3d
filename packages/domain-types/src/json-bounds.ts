/** The bounds of every JSON body. The largest honest request stays far below them. */
export const jsonBounds = {
  /** Deepest nesting of arrays and objects. */
  depth: 32,
  /** Most values in total. A list or an object counts, and so does every value in it. */
  values: 250_000,
} as const;

/** The bound of `jsonBounds` that a JSON text exceeds. */
export type JsonExcess = 'too-deep' | 'too-many-values';

/** JavaScript numbers are exact up to this many digits. */
const exactDigits = 15;
const zero = 0x30;
const nine = 0x39;
const point = 0x2e;
const smallE = 0x65;
const lowerCase = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Facts of a JSON text before it is parsed. */
export interface JsonOutline {
  /** The bound of `jsonBounds` that it exceeds. */
  readonly excess?: JsonExcess;
  /** Whether it has numbers with a point, an exponent, or more digits than JavaScript holds exactly. */
  readonly hasOtherNumbers: boolean;
}

/**
 * Scans a JSON text in UTF-8 before parsing takes memory. It counts opening brackets and commas: there are hardly more
 * values. The searched bytes never occur within a longer UTF-8 character.
 */
export function jsonOutline(json: Uint8Array): JsonOutline {
  let depth = 0;
  let values = 1;
  let digits = 0;
  let hasOtherNumbers = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === quote) {
      at = endOfString(json, at + 1);
    } else if (byte === comma) {
      digits = 0;
      if (++values > jsonBounds.values) return { excess: 'too-many-values', hasOtherNumbers };
    } else if (byte === openBracket || byte === openBrace) {
      if (++depth > jsonBounds.depth) return { excess: 'too-deep', hasOtherNumbers };
      if (++values > jsonBounds.values) return { excess: 'too-many-values', hasOtherNumbers };
    } else if (byte === closeBracket || byte === closeBrace) {
      digits = 0;
      depth--;
    } else if (byte >= zero && byte <= nine) {
      if (++digits > exactDigits) hasOtherNumbers = true;
    } else {
      if (byte === point || (digits > 0 && (byte | lowerCase) === smallE)) hasOtherNumbers = true;
      digits = 0;
    }
  }
  return { hasOtherNumbers };
}

/** Returns the position of the closing quote. Without one, the text is not JSON, and its end is returned. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
