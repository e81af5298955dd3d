import { json } from './edits.js';
import type { Edit, Fields } from './mutant.js';

/** Gives each error another code. */
export const errorCode = (code: string): Edit => put('error_list', 'error_code', code);

/** Gives each error another field. */
export const errorItem = (item: string): Edit => put('error_list', 'error_item', item);

/** Gives each error another explanation. */
export const errorDetail = (detail: string): Edit => put('error_list', 'error_detail', detail);

/** Keeps only the first error. */
export const firstError: Edit = list('error_list', (errors) => errors.slice(0, 1));

/**
 * Changes each object at a place of a JSON body. `''` is the body itself, `master` means each element of that list, and
 * `master.buy` each element of the lists inside.
 */
export function each(place: string, change: (element: Fields, index: number) => void): Edit {
  return json((body) => {
    objectsAt(body, place === '' ? [] : place.split('.')).forEach((element, index) => change(element, index));
  });
}

/** Renames a field without moving it. */
export function rename(place: string, from: string, to: string): Edit {
  return reorder(place, (entries) => entries.map(([name, value]) => [name === from ? to : name, value]));
}

/** Removes a field. */
export function drop(place: string, field: string): Edit {
  return each(place, (element) => {
    delete element[field];
  });
}

/** Sets a field to a fixed value. */
export function put(place: string, field: string, value: unknown): Edit {
  return alter(place, field, () => value);
}

/** Changes the value of a field with a function. The function gets the old value and the index of the object. */
export function alter(place: string, field: string, change: (value: unknown, index: number) => unknown): Edit {
  return each(place, (element, index) => {
    element[field] = change(element[field], index);
  });
}

/** Sets a field in the selected objects only. */
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

/** Sets a field in the object with this index, counted from 0. */
export function putAt(place: string, index: number, field: string, value: unknown): Edit {
  return putWhere(place, (_, no) => no === index, field, value);
}

/** Sets a field to the value of another field. */
export function copy(place: string, from: string, to: string): Edit {
  return each(place, (element) => {
    element[to] = element[from];
  });
}

/** Moves a field to the end. */
export function moveLast(place: string, field: string): Edit {
  return reorder(place, (entries) =>
    entries.toSorted(([one], [other]) => Number(one === field) - Number(other === field)),
  );
}

/** Moves a field to the beginning. */
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

/** Gives an object the `seq` of another object. */
const numbered = (element: Fields, { seq }: Fields) => (seq === undefined ? element : { ...element, seq });

/** Swaps the first two elements of a list, but leaves their numbers in place. */
export const swapped = (place: string): Edit =>
  list(place, (elements) => {
    const [first, second, ...others] = elements;
    if (first === undefined || second === undefined) return elements;
    return [numbered(second, first), numbered(first, second), ...others];
  });

/** Removes the last element of a list. */
export const shortened = (place: string): Edit => list(place, (elements) => elements.slice(0, -1));

/** Reverses a list. */
export const reversed = (place: string): Edit => list(place, (elements) => elements.toReversed());

/** Sorts a list by a field. */
export const sorted = (place: string, field: string): Edit =>
  list(place, (elements) => elements.toSorted((one, other) => String(one[field]).localeCompare(String(other[field]))));

/** Empties a list. */
export const emptied = (place: string): Edit => list(place, () => []);

/** Returns a number that is higher by one, as a text. */
export const oneMore = (value: unknown): string => String(Number(value) + 1);

/** Writes a date-time in the form of ISO 8601. */
export const withT = (dateTime: unknown): string => String(dateTime).replace(' ', 'T');

/** Converts a date-time from Japan time to UTC. */
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
