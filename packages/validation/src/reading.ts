/**
 * How a field's value is read before its rules run. `text`: unchanged. `code`: an integer becomes its digits.
 * `decimal`: a number becomes plain decimal text. `codes`: a list of codes, without its empty elements. `placed-codes`:
 * a list of codes in which positions matter. `elements`: a list of objects of a class.
 */
export type Reading = 'text' | 'code' | 'decimal' | 'codes' | 'placed-codes' | { readonly elements: new () => object };

/** The classes of the elements of a list, by the value that an element has in a field. */
export interface Variants {
  readonly field: string;
  readonly classes: Readonly<Record<string, new () => object>>;
}

/** Whether a value counts as not sent: `null`, `""`, `[]` and `[{}]`. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && (value.length === 0 || (value.length === 1 && isEmptyObject(value[0])));
}

/** A number as it was written, used if JavaScript cannot hold it exactly as an integer. */
export class WrittenNumber {
  constructor(readonly source: string) {}
}

/**
 * A code as text. A value that is neither a text nor an integer up to 2^53 - 1 stays unchanged and is refused by the
 * rules: most senders have already rounded a larger integer.
 */
export function readCode(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (!(value instanceof WrittenNumber)) return value;
  const text = plainDecimal(value.source);
  return text !== undefined && Number.isSafeInteger(Number(text)) && !text.includes('.') ? text : value;
}

/** An amount or a quantity as text. A number keeps exactly its written digits, without needless zeros. */
export function readDecimal(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'number') return plainDecimal(String(value)) ?? String(value);
  return value instanceof WrittenNumber ? (plainDecimal(value.source) ?? value.source) : value;
}

/** Larger powers of ten are not expanded: no field is so long. */
const longestShift = 100;

/** A JSON number without exponent and needless zeros; undefined if its exponent is huge. */
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

/** The codes of a list, each with its position in the sent list. If positions matter, an empty element is undefined. */
export interface SentCodes {
  readonly codes: readonly unknown[];
  readonly places: readonly number[];
}

/** Reads a list of codes. Empty elements are left out, unless the positions of elements matter. */
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

/** An element of a code list as text, taken out of its object if it is an object; undefined if it is empty. */
function readElement(element: unknown): unknown {
  const value = isObject(element) ? onlyValue(element) : element;
  return isAbsent(value) ? undefined : readCode(value);
}

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

/** The only present value of an object. Undefined if there is none; the object itself if there are several. */
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
