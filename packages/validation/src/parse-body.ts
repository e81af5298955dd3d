import { isUtf8 } from 'node:buffer';

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
 * Parses a body as JSON. Its bounds are checked first, before parsing takes memory.
 *
 * @throws UnreadableBodyError
 */
export function parseBody(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new UnreadableBodyError('not-json');
  const excess = jsonExcess(body);
  if (excess !== undefined) throw new UnreadableBodyError(excess);
  try {
    return JSON.parse(textOf(body).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableBodyError('not-json', { cause: error });
  }
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Counts opening brackets and commas: there are hardly more values. None of these bytes is part of a longer UTF-8 character. */
function jsonExcess(body: Uint8Array): 'too-deep' | 'too-many-values' | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) {
      at = endOfString(body, at + 1);
    } else if (byte === comma) {
      if (++values > jsonBounds.values) return 'too-many-values';
    } else if (byte === openBracket || byte === openBrace) {
      if (++depth > jsonBounds.depth) return 'too-deep';
      if (++values > jsonBounds.values) return 'too-many-values';
    } else if (byte === closeBracket || byte === closeBrace) {
      depth--;
    }
  }
  return undefined;
}

/** The place of the closing quote, or the end of a body that is no JSON anyway. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
