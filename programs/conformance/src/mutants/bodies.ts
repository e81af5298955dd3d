import { json } from './edits.js';
import type { Edit, Fields } from './mutant.js';

/** Another code in each error. */
export const errorCode = (code: string): Edit => put('error_list', 'error_code', code);

/** Another field in each error. */
export const errorItem = (item: string): Edit => put('error_list', 'error_item', item);

/** Another explanation in each error. */
export const errorDetail = (detail: string): Edit => put('error_list', 'error_detail', detail);

/** The first error alone. */
export const firstError: Edit = list('error_list', (errors) => errors.slice(0, 1));

/**
 * Changes each object at a place of a JSON body: `''` is the body, `master` each element of a list, `master.buy` each of the lists in
 * them.
 */
export function each(place: string, change: (element: Fields, index: number) => void): Edit {
  return json((body) => {
    objectsAt(body, place === '' ? [] : place.split('.')).forEach((element, index) => change(element, index));
  });
}

/** Gives a field another name, in the same place. */
export function rename(place: string, from: string, to: string): Edit {
  return reorder(place, (entries) => entries.map(([name, value]) => [name === from ? to : name, value]));
}

/** Takes a field away. */
export function drop(place: string, field: string): Edit {
  return each(place, (element) => {
    delete element[field];
  });
}

/** Gives a field another value. */
export function put(place: string, field: string, value: unknown): Edit {
  return alter(place, field, () => value);
}

/** Changes the value of a field. The function gets the old value and the number of the object. */
export function alter(place: string, field: string, change: (value: unknown, index: number) => unknown): Edit {
  return each(place, (element, index) => {
    element[field] = change(element[field], index);
  });
}

/** Gives a field another value in the objects that are meant. */
export function putWhere(
  place: string,
  isMeant: (element: Fields, index: number) => unknown,
  field: string,
  value: unknown,
): Edit {
  return each(place, (element, index) => {
    if (isMeant(element, index)) element[field] = value;
  });
}

/** Gives a field another value in the object with this number, from 0 on. */
export function putAt(place: string, index: number, field: string, value: unknown): Edit {
  return putWhere(place, (_, no) => no === index, field, value);
}

/** Gives a field the value of another one. */
export function copy(place: string, from: string, to: string): Edit {
  return each(place, (element) => {
    element[to] = element[from];
  });
}

/** Puts a field behind all others. */
export function moveLast(place: string, field: string): Edit {
  return reorder(place, (entries) =>
    entries.toSorted(([one], [other]) => Number(one === field) - Number(other === field)),
  );
}

/** Puts a field before all others. */
export function moveFirst(place: string, field: string): Edit {
  return reorder(place, (entries) =>
    entries.toSorted(([one], [other]) => Number(other === field) - Number(one === field)),
  );
}

type Entries = readonly (readonly [name: string, value: unknown])[];

function reorder(place: string, change: (entries: Entries) => Entries): Edit {
  return each(place, (element) => {
    const entries = change(Object.entries(element));
    for (const name of Object.keys(element)) delete element[name];
    for (const [name, value] of entries) element[name] = value;
  });
}

/** Replaces the list at a place. */
export function list(place: string, change: (elements: readonly Fields[]) => readonly unknown[]): Edit {
  const [field = '', ...before] = place.split('.').toReversed();
  return each(before.toReversed().join('.'), (element) => {
    const elements = element[field];
    if (Array.isArray(elements)) element[field] = change(elements as Fields[]);
  });
}

/** An object with the number of another one. */
const numbered = (element: Fields, { seq }: Fields) => (seq === undefined ? element : { ...element, seq });

/** The first two elements of a list change places, without their numbers. */
export const swapped = (place: string): Edit =>
  list(place, (elements) => {
    const [first, second, ...others] = elements;
    if (first === undefined || second === undefined) return elements;
    return [numbered(second, first), numbered(first, second), ...others];
  });

/** A list without its last element. */
export const shortened = (place: string): Edit => list(place, (elements) => elements.slice(0, -1));

/** A list the other way round. */
export const reversed = (place: string): Edit => list(place, (elements) => elements.toReversed());

/** A list sorted by a field. */
export const sorted = (place: string, field: string): Edit =>
  list(place, (elements) => elements.toSorted((one, other) => String(one[field]).localeCompare(String(other[field]))));

/** A list without anything. */
export const emptied = (place: string): Edit => list(place, () => []);

/** One more than a value, as a text. */
export const oneMore = (value: unknown): string => String(Number(value) + 1);

/** The ISO 8601 spelling of a date-time. */
export const withT = (dateTime: unknown): string => String(dateTime).replace(' ', 'T');

/** A date-time of Japan as UTC. */
export function nineHoursBefore(dateTime: unknown): string {
  const before = new Date(Date.parse(`${withT(dateTime)}Z`) - 9 * 3_600_000);
  return before.toISOString().replace('T', ' ').slice(0, 19);
}

function objectsAt(value: unknown, [field, ...rest]: readonly string[]): readonly Fields[] {
  if (Array.isArray(value))
    return value.flatMap((element) => objectsAt(element, field === undefined ? [] : [field, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return field === undefined ? [value as Fields] : objectsAt((value as Fields)[field], rest);
}
