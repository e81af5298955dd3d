import { PlatformError } from '../errors/platform-error.js';
import { crc32 } from '../wire/crc32.js';
import type { Answer } from '../wire/exchange.js';
import type { Elements } from './elements.js';
import { type ArrayBounds, cutElements, findArray, guessArray, guessElements, isElement } from './find-elements.js';

/** The records of one get answer. */
export interface Page {
  /** The JSON text of each record. The texts are parts of the answer's bytes and are not copied. */
  readonly records: Elements;
  /** Size of the answer, uncompressed. */
  readonly bytes: number;
  /** Whether records count as delivered only after their acknowledgement. */
  readonly awaitsAcknowledgement: boolean;
}

/**
 * Extracts the records of a get answer without parsing them, and checks their bytes against `X-Range-Crc32`.
 *
 * @param expected number of records
 * @throws PlatformError `answer-corrupt` if the body is cut off or differs from the body that was sent
 */
export function readPage(answer: Answer, arrayName: string, expected: number): Page {
  const { body, headers } = answer;
  const bounds = checkedBounds(answer, arrayName);
  const records = cutInto(expected, body, bounds);
  if (records === undefined) throw corrupt(answer, `The answer has no complete array "${arrayName}"`);
  return {
    records,
    bytes: body.length,
    awaitsAcknowledgement: /(?:^|,)\s*delivery\s*=\s*"?acknowledged\b/i.test(headers.get('preference-applied') ?? ''),
  };
}

function cutInto(expected: number, body: Uint8Array, bounds: ArrayBounds): Elements | undefined {
  const guess = guessElements(body, bounds);
  const { first } = guess;
  const isRight = guess.length === expected && first !== undefined && isElement(first);
  return isRight ? guess : cutElements(body, bounds);
}

/**
 * The bounds of the array. They are first guessed, because the array is usually the last part of the body. If the
 * checksum does not confirm the guess, the body is searched for the array.
 */
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
