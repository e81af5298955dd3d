/**
 * How the value of a field is read before its rules run. `text`: as it is. `code`: an integer becomes its digits. `codes`: a list
 * of codes, without its empty elements. `placed-codes`: a list of codes whose places count. `elements`: a list of objects of a
 * class.
 */
export type Reading = 'text' | 'code' | 'codes' | 'placed-codes' | { readonly elements: new () => object };

/** Whether a value counts as not sent: `null`, `""`, `[]` and `[{}]`. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && (value.length === 0 || (value.length === 1 && isEmptyObject(value[0])));
}

/** A code as text. What is neither text nor an exact integer stays as it is, and the rules refuse it. */
export function readCode(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/** The codes of a list, and the place of each in the list that was sent. An empty element that is kept is undefined. */
export interface SentCodes {
  readonly codes: readonly unknown[];
  readonly places: readonly number[];
}

/** Reads a list of codes. Empty elements are left out, unless places count. */
export function readCodes(sent: readonly unknown[], placesCount: boolean): SentCodes {
  const codes: unknown[] = [];
  const places: number[] = [];
  for (let place = 0; place < sent.length; place++) {
    const code = readElement(sent[place]);
    if (code === undefined && !placesCount) continue;
    codes.push(code);
    places.push(place);
  }
  return { codes, places };
}

/** An element of a code list as text. It may stand in an object of its own; undefined if it is empty. */
function readElement(element: unknown): unknown {
  const value = isObject(element) ? onlyValue(element) : element;
  return isAbsent(value) ? undefined : readCode(value);
}

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The only value of an object, without absent ones. Undefined if there is none; the object itself if there are several. */
function onlyValue(element: Record<string, unknown>): unknown {
  let only: unknown;
  for (const key of Object.keys(element)) {
    const value = element[key];
    if (isAbsent(value)) continue;
    if (only !== undefined) return element;
    only = value;
  }
  return only;
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
