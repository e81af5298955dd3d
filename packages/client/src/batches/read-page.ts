import { PlatformError } from '../errors/platform-error.js';
import { crc32 } from '../wire/crc32.js';
import { decodeText } from '../wire/envelope.js';
import type { Answer } from '../wire/exchange.js';
import { type ArrayBounds, cutElements, findArray, guessArray } from './find-elements.js';

/** The records of one get answer. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Size of the answer, not compressed. */
  readonly bytes: number;
  /** Whether the platform counts the records as delivered only once they are acknowledged. */
  readonly awaitsAcknowledgement: boolean;
}

/** How the elements of an array are taken out of the body that holds it; undefined if they are not whole. */
export type TakeElements<Item> = (body: Uint8Array, bounds: ArrayBounds) => readonly Item[] | undefined;

/** Each record parsed. */
export const parsedRecords: TakeElements<unknown> = (body, { from, to }) => {
  try {
    return JSON.parse(decodeText(body.subarray(from - 1, to + 1))) as unknown[];
  } catch {
    return undefined;
  }
};

/** Each record as the bytes of its JSON text, in the memory of the whole answer. */
export const recordTexts: TakeElements<Uint8Array> = cutElements;

/**
 * Takes the records out of a get answer, and checks their bytes against `X-Range-Crc32`.
 *
 * @throws PlatformError `answer-corrupt` if the body is cut off or is not what the server sent
 */
export function readPage<Item>(answer: Answer, arrayName: string, take: TakeElements<Item>): Page<Item> {
  const { body, headers } = answer;
  const bounds = checkedBounds(answer, arrayName);
  const items = take(body, bounds);
  if (items === undefined) throw corrupt(answer, `The answer has no complete array "${arrayName}"`);
  return {
    items,
    bytes: body.length,
    awaitsAcknowledgement: /(?:^|,)\s*delivery\s*=\s*"?acknowledged\b/i.test(headers.get('preference-applied') ?? ''),
  };
}

/** Where the array is. As a rule it ends the body; only if that is not so, its end is searched for. */
function checkedBounds(answer: Answer, arrayName: string): ArrayBounds {
  const expected = answer.headers.get('x-range-crc32')?.toLowerCase();
  const guess = guessArray(answer.body, arrayName);
  if (guess !== undefined && expected !== undefined && checksum(answer.body, guess) === expected) return guess;
  const bounds = findArray(answer.body, arrayName);
  if (bounds === undefined) throw corrupt(answer, `The answer has no complete array "${arrayName}"`);
  const found = checksum(answer.body, bounds);
  if (expected !== undefined && expected !== found) {
    throw corrupt(answer, `The records have the checksum ${found} instead of ${expected}`);
  }
  return bounds;
}

function checksum(body: Uint8Array, { from, to }: ArrayBounds): string {
  return crc32(body.subarray(from, to)).toString(16).padStart(8, '0');
}

export function corrupt({ address, status, headers }: Answer, reason: string): PlatformError {
  const requestId = headers.get('x-request-id') ?? undefined;
  return new PlatformError('answer-corrupt', reason, { address, status, requestId });
}
