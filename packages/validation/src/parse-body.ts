import { isUtf8 } from 'node:buffer';
import { type JsonExcess, jsonOutline } from '@trading-platform/domain-types';
import { WrittenNumber } from './reading.js';

/** Reasons why the bytes of a body cannot be read. */
export type UnreadableReason = 'not-json' | JsonExcess;

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
 * Parses a body as JSON. Its bounds are checked first, before parsing takes memory. A number that is not an exact
 * integer becomes a `WrittenNumber`.
 *
 * @throws UnreadableBodyError
 */
export function parseBody(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new UnreadableBodyError('not-json');
  const { excess, hasOtherNumbers } = jsonOutline(body);
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

/** Node passes the source text from version 21 on, but TypeScript's types lack it. */
const parseJson = JSON.parse as (
  text: string,
  read: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

function asWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return Number.isSafeInteger(value) && source === String(value) ? value : new WrittenNumber(source);
}
