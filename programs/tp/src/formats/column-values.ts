import type { Column } from '@trading-platform/domain-types/tables';
import { type TypedValue, typedValue } from './typed-value.js';

/** The maximum number of distinct values of a column that are searched for repetitions. */
const mostKnown = 1_000;
const firstRows = 1_024;
const firstBytes = 16_384;
const mostBytesOfUnit = 3;

/**
 * The values of a column until their row group is written. Frequent values are stored once, all others as bytes. With
 * one object for each value, V8's young generation would grow by up to 128 MB, because the objects survive its cheap
 * collections.
 */
export class ColumnValues {
  readonly name: string;
  readonly #column: Column;
  readonly #numberOf = new Map<string, number>();
  readonly #known: TypedValue[] = [];
  /** For each row, the index of its known value, or -1 if the value is the next stored text. */
  #places = new Int32Array(firstRows);
  #rows = 0;
  /** The end offset of each text. */
  #ends = new Int32Array(firstRows);
  #count = 0;
  #texts = Buffer.allocUnsafe(firstBytes);

  constructor(column: Column) {
    this.name = column.name;
    this.#column = column;
  }

  push(value: string | number): void {
    const text = String(value);
    if (this.#rows === this.#places.length) this.#places = enlarged(this.#places);
    this.#places[this.#rows++] = this.#numberOf.get(text) ?? this.#learn(text) ?? this.#keep(text);
  }

  clear(): void {
    this.#rows = 0;
    this.#count = 0;
  }

  /**
   * The values that were pushed. Each call builds the list again.
   *
   * @throws CliError `input` if a value does not fit its column
   */
  get data(): TypedValue[] {
    let next = 0;
    let from = 0;
    return Array.from(this.#places.subarray(0, this.#rows), (place) => {
      if (place >= 0) return this.#known[place] as TypedValue;
      const to = this.#ends[next++] as number;
      const text = this.#texts.toString('utf8', from, to);
      from = to;
      return typedValue(text, this.#column);
    });
  }

  #learn(text: string): number | undefined {
    const number = this.#known.length;
    if (number === mostKnown) return undefined;
    this.#known.push(typedValue(text, this.#column));
    this.#numberOf.set(text, number);
    return number;
  }

  #keep(text: string): -1 {
    const from = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
    const most = from + text.length * mostBytesOfUnit;
    if (most > this.#texts.length) this.#texts = Buffer.concat([this.#texts], Math.max(most, 2 * this.#texts.length));
    if (this.#count === this.#ends.length) this.#ends = enlarged(this.#ends);
    this.#ends[this.#count++] = from + this.#texts.write(text, from);
    return -1;
  }
}

function enlarged(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
