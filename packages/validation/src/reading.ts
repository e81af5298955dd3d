/**
 * How the value of a field is read before its rules look at it: as a text, as a code (an integer counts as its
 * digits), as a list of codes, or as a list of objects of a class.
 */
export type Reading = 'text' | 'code' | 'codes' | { readonly elements: new () => object };

/** Whether a value counts as not sent: `null`, `""`, `[]` and `[{}]`. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && (value.length === 0 || (value.length === 1 && isEmptyObject(value[0])));
}

/** A code as its text; whatever is neither text nor exact integer is left for the rules to refuse. */
export function readCode(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/** An element of a code list as its text, out of its object if it stands in one; undefined if it is empty. */
export function readElement(element: unknown): unknown {
  const value = isObject(element) ? onlyValue(element) : element;
  return isAbsent(value) ? undefined : readCode(value);
}

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function onlyValue(element: Record<string, unknown>): unknown {
  const keys = Object.keys(element);
  return keys.length === 1 ? element[keys[0] as string] : element;
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
