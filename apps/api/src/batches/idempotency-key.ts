import { errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { ApiRefusal } from '../http/api-refusal.js';
import type { DescribedValues } from '../reference/value-description.js';

const item = 'Idempotency-Key';
const longest = 255;

/** The header with the idempotency key, as the reference describes it. */
export const idempotencyHeader: DescribedValues = {
  [item]: {
    meaning:
      'If a request is repeated with the same key, the answer is the batch of the first request; choose any key, and use a new one for each new request',
    ja: '冪等キー：同じリクエストを繰り返したとき、最初のバッチを返すための任意の値。リクエストごとに新しい値を使う',
    schema: { type: 'string', pattern: '^[!-~]*$', maxLength: longest },
    example: '2026-11-20-master-1',
  },
};

/**
 * Reads the header with the idempotency key, which consists of 1 to 255 visible ASCII characters. If a request with the same key
 * is repeated, the answer is the batch of the first request.
 *
 * @throws ApiRefusal E000003, E000002
 */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  const key = typeof header === 'object' ? header.join(', ') : header;
  if (key === undefined || key === '') return undefined;
  if (key.length > longest) {
    throw ApiRefusal.of(errorCode.tooLong, { item, detail: errorText('keyCharacters', { most: longest }) });
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw ApiRefusal.of(errorCode.wrongFormat, { item, detail: errorText('keyForm') });
  }
  return key;
}
