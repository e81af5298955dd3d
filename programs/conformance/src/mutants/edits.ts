import type { Edit, Fields, Is } from './mutant.js';

/** An edit only for answers with such a status. */
export function whenStatus(wanted: number, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (answer.status === wanted) for (const edit of edits) edit(answer, call);
  };
}

/** An edit only for calls that are like this. */
export function whenCall(isMeant: Is, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (isMeant(call)) for (const edit of edits) edit(answer, call);
  };
}

/** Another status. */
export function status(value: number): Edit {
  return (answer) => {
    answer.status = value;
  };
}

/** Another value of a header; `undefined` takes it away. */
export function header(name: string, value?: string): Edit {
  return (answer) => {
    if (value === undefined) delete answer.headers[name.toLowerCase()];
    else answer.headers[name.toLowerCase()] = value;
  };
}

/** Changes a JSON body in place, or to what the function answers. Other bodies stay. */
export function json(change: (body: Fields) => unknown): Edit {
  return (answer) => {
    const body = jsonOf(answer.body);
    if (body !== undefined) answer.body = Buffer.from(JSON.stringify(change(body) ?? body));
  };
}

/** Changes the text of a body. */
export function text(change: (body: string) => string): Edit {
  return (answer) => {
    answer.body = Buffer.from(change(answer.body.toString('utf8')));
  };
}

/** Puts another text for a part of the body. */
export function replace(part: string | RegExp, by: string): Edit {
  return text((body) => body.replace(part, by));
}

/** A normal answer of the data API with these fields behind the envelope, whatever was asked. */
export function accepted(fields: object = {}): Edit {
  return (answer) => {
    answer.status = 200;
    answer.body = bodyWith(fields);
  };
}

export function bodyWith(fields: object): Buffer {
  return Buffer.from(JSON.stringify({ request_id: 'x', result: 0, error_list: [], ...fields }));
}

/** A refusal of the data API, whatever was asked. */
export function refused(item: string, code: string): Edit {
  const error_list = [{ error_item: item, error_code: code, error_detail: 'No.' }];
  return (answer) => {
    answer.status = 400;
    answer.body = bodyWith({ result: 1, error_list });
  };
}

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

/** Gives a field another name and leaves it where it is. */
export function rename(place: string, from: string, to: string): Edit {
  return reorder(place, (entries) => entries.map(([name, value]) => [name === from ? to : name, value]));
}

/** Takes a field away. */
export function drop(place: string, field: string): Edit {
  return each(place, (element) => {
    delete element[field];
  });
}

/** Gives a field another value; a function is asked with the one it has and the place of the object. */
export function put(place: string, field: string, value: unknown): Edit {
  return each(place, (element, index) => {
    const change = value as (before: unknown, index: number) => unknown;
    element[field] = typeof value === 'function' ? change(element[field], index) : value;
  });
}

/** Gives a field another value where the object is like this. */
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

/** Changes a list at a place, and its elements with it, to another list. */
export function list(place: string, change: (elements: readonly Fields[]) => readonly unknown[]): Edit {
  const [field = '', ...before] = place.split('.').toReversed();
  return each(before.toReversed().join('.'), (element) => {
    const elements = element[field];
    if (Array.isArray(elements)) element[field] = change(elements as Fields[]);
  });
}

const numbered = (element: Fields, { seq }: Fields) => (seq === undefined ? element : { ...element, seq });

/** The first two elements of a list change places; their numbers stay where they are. */
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

/** A list by the values of a field. */
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

/** The JSON object of a body; undefined for anything else. */
export function jsonOf(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function objectsAt(value: unknown, [field, ...rest]: readonly string[]): readonly Fields[] {
  if (Array.isArray(value))
    return value.flatMap((element) => objectsAt(element, field === undefined ? [] : [field, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return field === undefined ? [value as Fields] : objectsAt((value as Fields)[field], rest);
}
