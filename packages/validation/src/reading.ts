/**
 * How the value of a field is read before its rules look at it: as a text, as a code (an integer counts as its
 * digits), as a list of codes without its empty elements, as a list of codes whose places count, or as a list of
 * objects of a class.
 */
export type Reading = 'text' | 'code' | 'codes' | 'placed-codes' | { readonly elements: new () => object };

/** Whether a value counts as not sent: `null`, `""`, `[]` and `[{}]`. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && (value.length === 0 || (value.length === 1 && isEmptyObject(value[0])));
}

/** A code as its text; whatever is neither text nor exact integer is left for the rules to refuse. */
export function readCode(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/** The codes of a list, undefined where empty elements are kept, and the place at which each of them was sent. */
export interface SentCodes {
  readonly codes: readonly unknown[];
  readonly places: readonly number[];
}

/** Reads a list of codes: whatever in it counts as absent is left out, unless places count. */
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

/** An element of a code list as its text, out of its object if it stands in one; undefined if it is empty. */
function readElement(element: unknown): unknown {
  const value = isObject(element) ? onlyValue(element) : element;
  return isAbsent(value) ? undefined : readCode(value);
}

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The one value of an object that does not count as absent; undefined without any, the object itself with several. */
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
