import { RequestRefusedError, readRequest } from '../src/index.js';

/** The refusals of a body as `item code`, in their order; empty if it is accepted. */
export function refusals(requestClass: new () => object, body: unknown): readonly string[] {
  try {
    readRequest(requestClass, body);
    return [];
  } catch (error) {
    if (!(error instanceof RequestRefusedError)) throw error;
    return error.errors.map((entry) => `${entry.error_item} ${entry.error_code}`);
  }
}

/** Values that are not texts; a text field refuses each with E000002. */
export const notTexts: readonly unknown[] = [0, 1.5, true, false, {}, { a: '1' }, ['1'], [{}, {}], [[]]];

/** Values that are not codes: all but texts and exact integers, and integers that JSON has rounded. */
export const notCodes: readonly unknown[] = [1.5, 1e21, 2 ** 53, true, false, {}, { a: '1' }, ['1'], [{}, {}], [[]]];

/** Values that are not lists. */
export const notLists: readonly unknown[] = ['1', 1, 1.5, true, {}, { a: '1' }, { 0: '1', length: 1 }];

/** Values that are not elements of a code list. */
export const notElements: readonly unknown[] = [
  1.5,
  2 ** 53,
  true,
  { a: '1', b: '2' },
  { a: '1', b: 2 },
  { a: '1', b: true },
  { a: '1', b: {} },
  { a: { b: '1' } },
  { a: ['1'] },
  ['1'],
  [[]],
];

/** Values that count as absent. */
export const absentValues: readonly unknown[] = [undefined, null, '', [], [{}]];

/** Elements of a filter list that count as absent. */
export const emptyElements: readonly unknown[] = [null, '', {}, { code: '' }, { code: null }, { code: '', note: null }];

/** Texts that are not existing days. */
export const notDays: readonly string[] = [
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-01',
  '2026-01-00',
  '0000-01-01',
  '2026-1-1',
  '2026/01/01',
  '20260101',
  '2026-01-01 00:00:00',
  ' 2026-01-01',
  '2026-01-01\n',
  '２０２６-01-01',
  'today',
];

/** Texts that are not existing date-times. */
export const notDayTimes: readonly string[] = [
  '2026-02-29 00:00:00',
  '2026-01-01 24:00:00',
  '2026-01-01 00:60:00',
  '2026-01-01 00:00:60',
  '2026-01-01T00:00:00',
  '2026-01-01 0:00:00',
  '2026-01-01 00:00',
  '2026-01-01',
  'now',
];

/** Texts that no database can store. */
export const notStorable: readonly string[] = ['a\0b', '\ud800', 'a\udc00'];

/** A list of this many different codes. */
export function codes(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}
