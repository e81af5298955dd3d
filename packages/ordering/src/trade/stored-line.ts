import { type TradeImport, tradeDetail } from '@trading-platform/domain-types';
import { RenderedJson } from '../record/rendered-json.js';

/** A line of a slip. Absent fields are the same as `""`. */
export type SlipDetail = NonNullable<TradeImport['detail_list']>[number];

type Field = keyof SlipDetail;

const fields: readonly Field[] = tradeDetail.fieldNames;
const places: ReadonlyMap<Field, number> = new Map(fields.map((field, place) => [field, place]));

/** The bytes before the value of each field. No value contains them, because quotation marks in values are escaped. */
const starts = fields.map((field, place) => `${place === 0 ? '{"' : '","'}${field}":"`);
const lineEnd = '"}';

/**
 * A line in the form in which it is stored. The fields are read from the JSON when they are needed: most updates need only a few of
 * them, and parsing the lines of a slip takes longer than compressing them.
 */
class StoredLine extends RenderedJson {
  /** The places at which the values of the first fields begin, as far as they were needed. */
  readonly #begins: number[] = [starts[0]!.length];
  #whole: SlipDetail | undefined;

  /** The fields as one object. */
  get whole(): SlipDetail {
    this.#whole ??= JSON.parse(utf8Of(this.bytes)) as SlipDetail;
    return this.#whole;
  }

  toJSON(): SlipDetail {
    return this.whole;
  }

  valueAt(place: number): string | undefined {
    if (!this.#hasAll(place)) return this.whole[fields[place]!];
    return textOf(this.bytes.slice(this.#begins[place], this.#endOf(place)));
  }

  /** Returns the line with other values in some of its fields. */
  with(values: SlipDetail, changed: readonly Field[]): SlipDetail {
    if (!this.#hasAll(fields.length - 1)) return { ...this.whole, ...values };
    let json = '';
    let copied = 0;
    for (const place of changed.map((field) => places.get(field)!).toSorted((one, other) => one - other)) {
      json += this.bytes.slice(copied, this.#begins[place]) + jsonOf(values[fields[place]!] ?? '');
      copied = this.#endOf(place);
    }
    return asDetail(new StoredLine(json + this.bytes.slice(copied)));
  }

  #endOf(place: number): number {
    const next = place + 1;
    return next === fields.length ? this.bytes.length - lineEnd.length : this.#begins[next]! - starts[next]!.length;
  }

  /** Finds the values up to a place. A line that was stored before a field existed does not have all of them. */
  #hasAll(place: number): boolean {
    const begins = this.#begins;
    for (let next = begins.length; next <= place + 1 && next < fields.length; next++) {
      const start = starts[next]!;
      const at = this.bytes.indexOf(start, begins[next - 1]);
      if (at === -1) return false;
      begins.push(at + start.length);
    }
    return true;
  }
}

for (const [place, field] of fields.entries()) {
  Object.defineProperty(StoredLine.prototype, field, {
    get(this: StoredLine) {
      return this.valueAt(place);
    },
  });
}

function asDetail(line: StoredLine): SlipDetail {
  return line as unknown as SlipDetail;
}

/** Makes a line from its JSON in a stored body. Its fields can be read like those of an object, but not listed. */
export function storedLine(json: Buffer): SlipDetail {
  return asDetail(new StoredLine(json.toString('latin1')));
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
  const changed = (Object.keys(values) as Field[]).filter((field) => (line[field] ?? '') !== values[field]);
  if (changed.length === 0) return { line, changed };
  return { line: line instanceof StoredLine ? line.with(values, changed) : { ...line, ...values }, changed };
}

/** A character that is escaped in JSON, or of which a string of bytes does not hold the text. */
const notPlain = /["\\]|[^ -~]/;

function textOf(json: string): string {
  return notPlain.test(json) ? (JSON.parse(utf8Of(`"${json}"`)) as string) : json;
}

function jsonOf(text: string): string {
  return notPlain.test(text) ? Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1') : text;
}

function utf8Of(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
