import { isUtf8 } from 'node:buffer';

/** What a JSON body may hold at most, whatever its fields: far above what the largest honest request needs. */
export const jsonBounds = {
  /** Arrays and objects within each other. */
  depth: 32,
  /** Values in all, those in lists and objects, and these themselves. */
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
 * The JSON value of a body. Its bounds are judged before anything is made of it.
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

/** Every value but the first of its list or object follows a comma; no byte of these stands within a UTF-8 character. */
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

/** Where the closing quote is, or the end of what is no JSON anyway. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
