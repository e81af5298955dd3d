/**
 * How the value of a field is read before its rules run. `text`: as it is. `code`: an integer becomes its digits. `decimal`: a
 * number becomes plain decimal text. `codes`: a list of codes, without its empty elements. `placed-codes`: a list of codes whose
 * places count. `elements`: a list of objects of a class.
 */
export type Reading = 'text' | 'code' | 'decimal' | 'codes' | 'placed-codes' | { readonly elements: new () => object };

/** Whether a value counts as not sent: `null`, `""`, `[]` and `[{}]`. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && (value.length === 0 || (value.length === 1 && isEmptyObject(value[0])));
}

/** A number of a body as it was written, where it is no integer that JavaScript holds exactly. */
export class WrittenNumber {
  constructor(readonly source: string) {}
}

/**
 * A code as text. What is neither text nor an integer up to 2^53 - 1 stays as it is, and the rules refuse it: most senders have rounded
 * a larger one already.
 */
export function readCode(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (!(value instanceof WrittenNumber)) return value;
  const text = plainDecimal(value.source);
  return text !== undefined && Number.isSafeInteger(Number(text)) && !text.includes('.') ? text : value;
}

/** An amount or a quantity as text: that of a number is exactly what was written, without needless zeros. */
export function readDecimal(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'number') return plainDecimal(String(value)) ?? String(value);
  return value instanceof WrittenNumber ? (plainDecimal(value.source) ?? value.source) : value;
}

/** Larger powers of ten are not written out: no field is so long. */
const longestShift = 100;

/** A JSON number without exponent and needless zeros; nothing for one with a huge exponent. */
function plainDecimal(source: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const shift = Number(exponent);
  if (whole === '' || Math.abs(shift) > longestShift) return undefined;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const all = point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length - point + 1, '0');
  const end = Math.max(point, 1);
  const before = all.slice(0, end).replace(/^0+(?=\d)/, '');
  const after = all.slice(end).replace(/(?<!0)0+$/, '');
  const text = after === '' ? before : `${before}.${after}`;
  return text === '0' ? text : sign + text;
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
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
