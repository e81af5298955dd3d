import { describe, expect, it } from '@jest/globals';
import { errorDetailIn } from '@trading-platform/domain-types/error-texts';
import { type CompiledRequest, compileRequest } from '../src/compile-request.js';
import { judgeBody, OrderUploadRequest } from '../src/index.js';
import type { Refusal } from '../src/refusal.js';
import { requestClasses } from './request-classes.js';

function refusalsOf({ fields }: CompiledRequest): readonly Refusal[] {
  return fields.flatMap(({ missing, rules, elementRules, relations, elements }) => [
    ...(missing === undefined ? [] : [missing]),
    ...[...rules, ...elementRules, ...relations].map(({ refusal }) => refusal),
    ...(elements === undefined ? [] : [elements.refusal, ...elements.distinct.map(({ refusal }) => refusal)]),
    ...(elements === undefined ? [] : [elements.request, ...(elements.variants?.requests.values() ?? [])]).flatMap(
      refusalsOf,
    ),
  ]);
}

const read = (bytes: Uint8Array) => JSON.parse(String(bytes)) as { error_detail: string }[];

describe('the refusals of every rule of every request', () => {
  it.each(requestClasses({ periodDays: 31, recordsPerGet: 1_000 }))(
    'have Japanese: %s',
    (_name, requestClass, _definitions) => {
      const details = new Set(refusalsOf(compileRequest(requestClass)).map(({ detail }) => detail));
      expect(details.size).toBeGreaterThan(0);
      expect([...details].filter((detail) => errorDetailIn('ja', detail) === detail)).toEqual([]);
    },
  );
});

describe('the defects of a body', () => {
  it('are the same in Japanese, besides their details', async () => {
    const body = JSON.stringify({ order_list: [{ upload_no: 'x'.repeat(41), detail_list: [null] }, 7] });
    const judged = judgeBody(OrderUploadRequest, Buffer.from(body));
    const none = { visible: [], readable: [], pair: [] };
    const [english, japanese] = await Promise.all([judged.defects(none), judged.defects(none, 'ja')]);
    expect(read(japanese)).toEqual(
      read(english).map((error) => ({ ...error, error_detail: errorDetailIn('ja', error.error_detail) })),
    );
    expect(read(japanese)[0]).toEqual({
      error_item: 'order_list[0].upload_no',
      error_code: 'E000003',
      error_detail: '40文字以内で送信してください。',
    });
  });
});
