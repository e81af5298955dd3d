import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { expectTypeOf } from 'expect-type';
import {
  arrayOf,
  type CodeElement,
  code,
  codeList,
  defineRecord,
  integer,
  optional,
  optionalFields,
  type RecordOf,
} from './define-record.js';

const line = defineRecord('line', ['line_no', optional('remarks')]);
const order = defineRecord('order', [
  'order_no',
  integer('result'),
  optional(code('kind')),
  codeList('member_codes'),
  arrayOf('lines', line),
]);

describe('a record definition', () => {
  it('keeps its fields in wire order', () => {
    expect(order.fieldNames).toEqual(['order_no', 'result', 'kind', 'member_codes', 'lines']);
    expectTypeOf(order.fieldNames).toEqualTypeOf<readonly ['order_no', 'result', 'kind', 'member_codes', 'lines']>();
  });

  it('is the type of its records', () => {
    expectTypeOf<RecordOf<typeof order>>().toEqualTypeOf<{
      readonly order_no: string;
      readonly result: number;
      readonly kind?: string | number;
      readonly member_codes: readonly CodeElement[];
      readonly lines: readonly { readonly line_no: string; readonly remarks?: string }[];
    }>();
  });

  it('is a schema that is strict in itself', () => {
    expect(() => new Ajv({ strict: true, allErrors: true }).compile(order.schema)).not.toThrow();
  });

  const accepts = new Ajv({ strict: true }).compile(order.schema);
  const sound = { order_no: '1', result: 0, kind: 1, member_codes: ['1', 2, { any: '3' }], lines: [{ line_no: '1' }] };

  it.each<[string, unknown, boolean]>([
    ['a sound record', sound, true],
    ['an absent optional field', { ...sound, kind: undefined }, true],
    ['a missing field', { ...sound, order_no: undefined }, false],
    ['an unknown field', { ...sound, color: 'red' }, false],
    ['an integer for a string', { ...sound, order_no: 1 }, false],
    ['a string for an integer', { ...sound, result: '0' }, false],
    ['a fraction for an integer', { ...sound, result: 0.5 }, false],
    ['a fraction for a code', { ...sound, kind: 0.5 }, false],
    ['an element with two values', { ...sound, member_codes: [{ a: '1', b: '2' }] }, false],
    ['an element without a value', { ...sound, member_codes: [{}] }, false],
    ['a wrong nested record', { ...sound, lines: [{}] }, false],
    ['a record for a list', { ...sound, lines: { line_no: '1' } }, false],
  ])('judges %s', (_name, record, verdict) => {
    expect(accepts(JSON.parse(JSON.stringify(record)))).toBe(verdict);
  });

  it('refuses a name that occurs twice', () => {
    expect(() => defineRecord('twice', ['a', 'b', 'a'])).toThrow(new RangeError('twice names the field a twice'));
  });
});

describe('optionalFields', () => {
  it('makes every field optional but the required ones', () => {
    const relaxed = defineRecord('relaxed', optionalFields(['key', integer('count'), optional('note')], ['key']));

    expect(relaxed.schema.required).toEqual(['key']);
    expectTypeOf<RecordOf<typeof relaxed>>().toEqualTypeOf<{
      readonly key: string;
      readonly count?: number;
      readonly note?: string;
    }>();
  });
});
