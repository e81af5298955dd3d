import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { ApiRefusal, errorOf } from '../http/api-refusal.js';
import { readNumber } from '../http/query-numbers.js';
import type { Texts } from '../http/query-texts.js';
import type { DescribedValues, ValueDescription } from '../reference/value-description.js';

/** The parameters of a search, each with the maximum length of its text. */
export const searchParameters = { text: 100, field: 100, exact: 16, seq_from: 16, limit: 16 };
const usualLimit = 50;
const numbers = {
  exact: { least: 0, most: 1 },
  seq_from: { least: 1, most: Number.MAX_SAFE_INTEGER },
  limit: { least: 1, most: 200 },
};
const fieldPath = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;

export const searchQuery: DescribedValues = {
  text: textOf(
    'Text that a value of the record must contain; upper and lower case do not matter',
    '検索文字列：レコードの値に含まれる文字列。大文字と小文字は区別しない',
    searchParameters.text,
    '牛乳',
  ),
  field: textOf(
    'Field that must contain the text, such as detail_list.item_name; any field if left out',
    '検索項目：文字列を検索する項目（detail_list.item_nameなど）。省略時は全項目',
    searchParameters.field,
    'detail_list.item_name',
  ),
  exact: numberOf(
    'With 1 the value must be equal to the text',
    '完全一致：1の場合、値が文字列と完全に一致するレコードのみ',
    numbers.exact,
    1,
  ),
  seq_from: numberOf(
    'First record that is searched; 1 if left out',
    '開始連番：検索する最初のレコード。省略時は1',
    numbers.seq_from,
    1,
  ),
  limit: numberOf(
    `Maximum number of records in one answer; ${usualLimit} if left out`,
    `最大件数：1回の応答で返すレコードの最大件数。省略時は${usualLimit}`,
    numbers.limit,
    usualLimit,
  ),
};

/** A search in the records of a batch. */
export interface RecordSearch {
  readonly seqFrom: number;
  readonly limit: number;
  /** A text, as JSON, that every wanted record contains. */
  readonly text: string;
  readonly isWanted: (record: string) => boolean;
}

/** @throws ApiRefusal E000001 if `text` is missing; E000002, E000003 or E000004 for other defects */
export function readSearch({ text, field, ...rest }: Texts<typeof searchParameters>): RecordSearch {
  const errors: ErrorEntry[] = [];
  const numberIn = (name: keyof typeof numbers, otherwise: number): number => {
    const outcome = readNumber(name, rest[name], numbers[name]);
    if (typeof outcome === 'object') errors.push(outcome);
    return typeof outcome === 'number' ? outcome : otherwise;
  };
  const isExact = numberIn('exact', 0) === 1;
  const seqFrom = numberIn('seq_from', 1);
  const limit = numberIn('limit', usualLimit);
  if (text === undefined) errors.push(errorOf(errorCode.missing, { item: 'text' }));
  if (field !== undefined && !fieldPath.test(field)) {
    errors.push(errorOf(errorCode.wrongFormat, { item: 'field', detail: errorText('fieldPath') }));
  }
  if (text === undefined || errors.length > 0) throw ApiRefusal.ofAll(errors);
  const wanted = isExact ? text : text.toLowerCase();
  const fits = isExact ? (value: string) => value === wanted : (value: string) => value.toLowerCase().includes(wanted);
  const path = field?.split('.');
  return {
    seqFrom,
    limit,
    text: JSON.stringify(text).slice(1, -1),
    isWanted: (record) => {
      const { batch_id: _, seq: __, ...fields } = JSON.parse(record) as Readonly<Record<string, unknown>>;
      return path === undefined ? hasValue(fields, fits) : valuesAt(fields, path).some(fits);
    },
  };
}

type Fits = (value: string) => boolean;

/** Whether a value matches, at any depth. */
function hasValue(value: unknown, fits: Fits): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => hasValue(each, fits));
  return isText(value) && fits(String(value));
}

/** Returns the values of a field. A field inside a list has a value in each element of the list. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, [name ?? '', ...rest]));
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  const inner = (value as Readonly<Record<string, unknown>>)[name];
  if (rest.length > 0) return valuesAt(inner, rest);
  return isText(inner) ? [String(inner)] : [];
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function textOf(meaning: string, ja: string, maxLength: number, example: string): ValueDescription {
  return { meaning, ja, schema: { type: 'string', maxLength }, example };
}

function numberOf(
  meaning: string,
  ja: string,
  { least, most }: { readonly least: number; readonly most: number },
  example: number,
): ValueDescription {
  return { meaning, ja, schema: { type: 'integer', minimum: least, maximum: most }, example };
}
