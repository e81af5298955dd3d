import { countCharacters } from '@trading-platform/domain-types';
import type { FieldDescription } from '../../../wire/index.js';
import { textOf } from '../server/text-of.js';

/** The values that the user has typed, by field: a list for choices and codes, otherwise a text. */
export type Draft = Readonly<Record<string, string | readonly string[]>>;

/** A request in the form that the data API expects. */
export type Criteria = Readonly<Record<string, string | readonly string[]>>;

/** A defect that the page finds before it sends the request. */
export interface DraftProblem {
  readonly field: string;
  readonly kind: 'missing' | 'form' | 'length' | 'elements' | 'order';
  /** The limit that the value exceeds: a length, or a number of elements. */
  readonly limit?: number;
  /** The index of the defective element in its list, from 0. */
  readonly element?: number;
}

/**
 * Splits a pasted text into codes. Separators are spaces, line ends, commas and semicolons, also in their full-width
 * forms. Removes duplicates.
 */
export function codesIn(text: string): readonly string[] {
  const codes = text.split(/[\s,;、，；"']+/u).filter((code) => code !== '');
  return [...new Set(codes)];
}

/** Returns the request for the typed values, in the order of the fields. Leaves out empty values. */
export function criteriaOf(fields: readonly FieldDescription[], draft: Draft): Criteria {
  const entries = fields.flatMap(({ name }) => {
    const value = draft[name];
    return value === undefined || value.length === 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the typed values that would produce a given request. A code may be an object that contains one value (Spec
 * 4).
 */
export function draftOf(fields: readonly FieldDescription[], request: Readonly<Record<string, unknown>>): Draft {
  const entries = fields.flatMap(({ name }) => {
    const value = request[name];
    if (value === undefined || value === null || value === '') return [];
    return [[name, Array.isArray(value) ? value.flatMap(codeOf) : textOf(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the defects that prevent sending, at most one for each field. */
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
