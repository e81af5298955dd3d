import { isUtf8 } from 'node:buffer';
import { WrittenNumber } from './reading.js';

/** The bounds of every JSON body. The largest honest request stays far below them. */
export const jsonBounds = {
  /** How deep arrays and objects may be nested. */
  depth: 32,
  /** How many values it may have in all. Lists and objects count as well as what is in them. */
  values: 250_000,
} as const;

/** Why the bytes of a body cannot be read. */
export type UnreadableReason = 'not-json' | 'too-deep' | 'too-many-values';

/** The bytes of a body are not JSON in UTF-8, or exceed `jsonBounds`. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
  readonly code = 'unreadable-body';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`The body cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Parses a body as JSON. Its bounds are checked first, before parsing takes memory. A number that is no exact
 * integer is a `WrittenNumber`.
 *
 * @throws UnreadableBodyError
 */
export function parseBody(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new UnreadableBodyError('not-json');
  const { excess, hasOtherNumbers } = outlineOf(body);
  if (excess !== undefined) throw new UnreadableBodyError(excess);
  try {
    const text = textOf(body).replace(/^\uFEFF/, '');
    return hasOtherNumbers ? parseJson(text, asWritten) : JSON.parse(text);
  } catch (error) {
    throw new UnreadableBodyError('not-json', { cause: error });
  }
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

/** TypeScript does not know the source text yet, which Node has from 21 on. */
const parseJson = JSON.parse as (
  text: string,
  read: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

function asWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return Number.isSafeInteger(value) && source === String(value) ? value : new WrittenNumber(source);
}

/** What the bytes of a body tell before they are parsed. */
interface Outline {
  readonly excess?: 'too-deep' | 'too-many-values';
  /** Whether it has numbers with a point, an exponent, or more digits than JavaScript holds exactly. */
  readonly hasOtherNumbers: boolean;
}

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

/** Counts opening brackets and commas: there are hardly more values. None of these bytes is part of a longer UTF-8 character. */
function outlineOf(body: Uint8Array): Outline {
  let depth = 0;
  let values = 1;
  let digits = 0;
  let hasOtherNumbers = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    if (byte === quote) {
      at = endOfString(body, at + 1);
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

/** The place of the closing quote, or the end of a body that is no JSON anyway. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
