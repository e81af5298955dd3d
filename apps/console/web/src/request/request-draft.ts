import { countCharacters } from '@trading-platform/domain-types';
import type { FieldDescription } from '../../../wire/index.js';
import { textOf } from '../server/text-of.js';

/** The typed values: texts by field, for choices and codes a list. */
export type Draft = Readonly<Record<string, string | readonly string[]>>;

/** A request as the data API expects it. */
export type Criteria = Readonly<Record<string, string | readonly string[]>>;

/** A defect that the page sees before anything is sent. */
export interface DraftProblem {
  readonly field: string;
  readonly kind: 'missing' | 'form' | 'length' | 'elements' | 'order';
  /** The limit that was exceeded, of a length or a number of elements. */
  readonly limit?: number;
  /** The index of the element in its list, from 0. */
  readonly element?: number;
}

/** The codes in a pasted text: between blanks, line ends, commas and semicolons, of either width; none twice. */
export function codesIn(text: string): readonly string[] {
  const codes = text.split(/[\s,;、，；"']+/u).filter((code) => code !== '');
  return [...new Set(codes)];
}

/** The request of a draft, in the order of the fields, without empty ones. */
export function criteriaOf(fields: readonly FieldDescription[], draft: Draft): Criteria {
  const entries = fields.flatMap(({ name }) => {
    const value = draft[name];
    return value === undefined || value.length === 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The draft that makes a request again. Codes may be objects with one value (Spec 4). */
export function draftOf(fields: readonly FieldDescription[], request: Readonly<Record<string, unknown>>): Draft {
  const entries = fields.flatMap(({ name }) => {
    const value = request[name];
    if (value === undefined || value === null || value === '') return [];
    return [[name, Array.isArray(value) ? value.flatMap(codeOf) : textOf(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** Problems that prevent sending, at most one for each field. */
export function problemsOf(fields: readonly FieldDescription[], draft: Draft): readonly DraftProblem[] {
  const criteria = criteriaOf(fields, draft);
  return fields.flatMap((field) => problemOf(field, criteria) ?? []);
}

function problemOf(field: FieldDescription, criteria: Criteria): DraftProblem | undefined {
  const { name, isRequired, maxLength = Number.POSITIVE_INFINITY, maxElements = Number.POSITIVE_INFINITY } = field;
  const value = criteria[name];
  if (value === undefined) return isRequired ? { field: name, kind: 'missing' } : undefined;
  if (typeof value !== 'string') {
    if (value.length > maxElements) return { field: name, kind: 'elements', limit: maxElements };
    const element = value.findIndex((code) => countCharacters(code) > maxLength);
    return element === -1 ? undefined : { field: name, kind: 'length', limit: maxLength, element };
  }
  if (countCharacters(value) > maxLength) return { field: name, kind: 'length', limit: maxLength };
  // oxlint-disable-next-line eslint/no-restricted-globals -- Patterns of meanings are tested to be linear.
  if (field.pattern !== undefined && !new RegExp(`^(?:${field.pattern})$`, 'u').test(value)) {
    return { field: name, kind: 'form' };
  }
  const start = name.endsWith('_to') ? criteria[`${name.slice(0, -'to'.length)}from`] : undefined;
  return typeof start === 'string' && start > value ? { field: name, kind: 'order' } : undefined;
}

export function codeOf(element: unknown): readonly string[] {
  if (typeof element === 'string' || typeof element === 'number') return [String(element)];
  if (typeof element !== 'object' || element === null) return [];
  return Object.values(element).filter((value): value is string => typeof value === 'string' && value !== '');
}
