import { type TradeImport, tradeDetail } from '@trading-platform/domain-types';
import type { JsonBytes } from '../record/json-bytes.js';
import { RenderedJson } from '../record/rendered-json.js';

/** A line of a slip. Absent fields are the same as `""`. */
export type SlipDetail = NonNullable<TradeImport['detail_list']>[number];

type Field = keyof SlipDetail;

const fields: readonly Field[] = tradeDetail.fieldNames;
const places: ReadonlyMap<Field, number> = new Map(fields.map((field, place) => [field, place]));

/** The lengths of the bytes before each value: `{"trade_prod_id":"` before the first one, `","item_id":"` before the second one. */
const startLengths = fields.map((field) => `","${field}":"`.length);
const firstStart = startLengths[0]! - 1;
const lineEnd = '"}';
const [quote, colon, comma, backslash, closeBrace] = [0x22, 0x3a, 0x2c, 0x5c, 0x7d];

/** The places of the values of many lines. One array for many lines takes less time than an array for each line. */
let placesOfValues = new Int32Array(0);
let placesUsed = 0;
const linesPerArray = 64;
const numbersPerLine = fields.length + 1;

function roomForPlaces(): { readonly array: Int32Array; readonly base: number } {
  if (placesUsed + numbersPerLine > placesOfValues.length) {
    placesOfValues = new Int32Array(linesPerArray * numbersPerLine);
    placesUsed = 0;
  }
  const base = placesUsed;
  placesUsed += numbersPerLine;
  return { array: placesOfValues, base };
}

/**
 * A line in the form in which it is stored. The fields are read from the bytes when they are needed: most updates need only a few of
 * them, and parsing the lines of a slip takes longer than compressing them. A changed line has the bytes of the line before, and its
 * new values.
 */
class StoredLine extends RenderedJson {
  readonly #body: Buffer;
  readonly #start: number;
  readonly #end: number;
  readonly #values: SlipDetail | undefined;
  /** The places of the fields with new values, in ascending order. */
  readonly #changed: readonly number[];
  /** The place at which each value begins, and the place after the last one. */
  #begins: Int32Array | undefined;
  #base = 0;
  #isOdd = false;
  #whole: SlipDetail | undefined;

  constructor(body: Buffer, start: number, end: number, values?: SlipDetail, changed: readonly number[] = []) {
    super();
    this.#body = body;
    this.#start = start;
    this.#end = end;
    this.#values = values;
    this.#changed = changed;
  }

  /** The fields as one object. */
  get whole(): SlipDetail {
    this.#whole ??= {
      ...(JSON.parse(this.#body.toString('utf8', this.#start, this.#end)) as SlipDetail),
      ...this.#values,
    };
    return this.#whole;
  }

  toJSON(): SlipDetail {
    return this.whole;
  }

  valueAt(place: number): string | undefined {
    if (this.#changed.includes(place)) return this.#values?.[fields[place]!];
    const begins = this.#placesOfValues();
    if (begins === undefined) return this.whole[fields[place]!];
    const begin = begins[this.#base + place]!;
    return textIn(this.#body, begin, this.#endOf(begins, place));
  }

  /** Whether a field has this value. */
  hasAt(place: number, text: string): boolean {
    const begins = this.#changed.includes(place) ? undefined : this.#placesOfValues();
    if (begins === undefined) return (this.valueAt(place) ?? '') === text;
    const begin = begins[this.#base + place]!;
    const end = this.#endOf(begins, place);
    const isSame = isSameText(this.#body, begin, end, text);
    return isSame ?? textIn(this.#body, begin, end) === text;
  }

  /** Returns the line with other values in some of its fields. */
  with(values: SlipDetail, changed: readonly Field[]): SlipDetail {
    const begins = this.#placesOfValues();
    if (begins === undefined) return { ...this.whole, ...values };
    const all = this.#changed.slice();
    for (const field of changed) insert(all, places.get(field)!);
    const news = this.#values === undefined ? values : { ...this.#values, ...values };
    const line = new StoredLine(this.#body, this.#start, this.#end, news, all);
    line.#begins = begins;
    line.#base = this.#base;
    return asDetail(line);
  }

  addTo(json: JsonBytes): void {
    let copied = this.#start;
    if (this.#values !== undefined) {
      const begins = this.#begins!;
      for (const place of this.#changed) {
        json.addPart(this.#body, copied, begins[this.#base + place]!);
        copied = this.#endOf(begins, place) + addValue(json, this.#values[fields[place]!] ?? '');
      }
    }
    json.addPart(this.#body, copied, this.#end);
  }

  #endOf(begins: Int32Array, place: number): number {
    const next = place + 1;
    return begins[this.#base + next]! - (next === fields.length ? 0 : startLengths[next]!);
  }

  /**
   * Finds all values. Returns undefined for a line that was stored when there were fewer or more fields: it has a different number of
   * quotation marks.
   */
  #placesOfValues(): Int32Array | undefined {
    if (this.#begins !== undefined || this.#isOdd) return this.#begins;
    const { array, base } = roomForPlaces();
    const body = this.#body;
    const end = this.#end;
    let at = this.#start + firstStart;
    for (let place = 0; ; ) {
      array[base + place] = at;
      while (at < end && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
      if (++place === fields.length) break;
      const next = at + startLengths[place]!;
      this.#isOdd = next >= end || body[at + 1] !== comma || body[next - 2] !== colon || body[next - 1] !== quote;
      if (this.#isOdd) return undefined;
      at = next;
    }
    array[base + fields.length] = at;
    this.#isOdd = at + lineEnd.length !== end || body[at + 1] !== closeBrace;
    if (this.#isOdd) return undefined;
    this.#begins = array;
    this.#base = base;
    return array;
  }
}

for (const [place, field] of fields.entries()) {
  Object.defineProperty(StoredLine.prototype, field, {
    get(this: StoredLine) {
      return this.valueAt(place);
    },
  });
}

/** Adds a number to ascending numbers, unless they already contain it. Nearly always the new number is the greatest. */
function insert(numbers: number[], added: number): void {
  let at = numbers.length;
  while (at > 0 && numbers[at - 1]! > added) at--;
  if (numbers[at - 1] !== added) numbers.splice(at, 0, added);
}

function asDetail(line: StoredLine): SlipDetail {
  return line as unknown as SlipDetail;
}

/**
 * Makes a line from its JSON, which is a part of a stored body. Its fields can be read like the fields of an object,
 * but they cannot be listed.
 */
export function storedLine(body: Buffer, start = 0, end = body.length): SlipDetail {
  return asDetail(new StoredLine(body, start, end));
}

/** Returns an object with the fields of a line. */
export function wholeLine(line: SlipDetail): SlipDetail {
  return line instanceof StoredLine ? line.whole : line;
}

/** Gives other values to some fields of a line. Also returns the fields whose values were different. */
export function changeLine(
  line: SlipDetail,
  values: SlipDetail,
): { readonly line: SlipDetail; readonly changed: readonly Field[] } {
  let changed: Field[] | undefined;
  // The loop makes no array of names, because most lines have no new values.
  // oxlint-disable-next-line guard-for-in
  for (const name in values) {
    const field = name as Field;
    if (!has(line, field, values[field] ?? '')) (changed ??= []).push(field);
  }
  if (changed === undefined) return { line, changed: noFields };
  return { line: line instanceof StoredLine ? line.with(values, changed) : { ...line, ...values }, changed };
}

const noFields: readonly Field[] = [];

function has(line: SlipDetail, field: Field, value: string): boolean {
  return line instanceof StoredLine ? line.hasAt(places.get(field)!, value) : (line[field] ?? '') === value;
}

/**
 * Adds the text of a value, and perhaps the quotation mark after it. Returns 1 if the quotation mark was added, and
 * otherwise 0.
 */
function addValue(json: JsonBytes, text: string): number {
  if (json.addPlain(text)) return 1;
  json.addText(JSON.stringify(text).slice(1, -1));
  return 0;
}

const firstNotAscii = 0x80;

/** The text of a value in JSON. */
function textIn(body: Buffer, begin: number, end: number): string {
  let isAscii = true;
  for (let at = begin; at < end; at++) {
    const byte = body[at]!;
    if (byte === backslash) return JSON.parse(body.toString('utf8', begin - 1, end + 1)) as string;
    if (byte >= firstNotAscii) isAscii = false;
  }
  return body.toString(isAscii ? 'latin1' : 'utf8', begin, end);
}

/** Whether a value equals a text. Returns undefined if this is not known before the value is read. */
function isSameText(body: Buffer, begin: number, end: number, text: string): boolean | undefined {
  for (let at = begin; at < end; at++) {
    const byte = body[at]!;
    if (byte === backslash || byte >= firstNotAscii) return undefined;
    if (byte !== text.charCodeAt(at - begin)) return false;
  }
  return text.length === end - begin;
}
