/**
 * The elements of an array in a JSON text. Each element is a part of the bytes of this text. Only the positions of the
 * elements are stored, because thousands of objects would survive V8's cheap collections and enlarge its young
 * generation.
 */
export class Elements implements Iterable<Uint8Array> {
  readonly #body: Uint8Array;
  /** Start and end of each element. */
  readonly #places: number[] = [];

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  get length(): number {
    return this.#places.length / 2;
  }

  get first(): Uint8Array | undefined {
    return this.length === 0 ? undefined : this.#at(0);
  }

  add(from: number, to: number): void {
    this.#places.push(from, to);
  }

  *[Symbol.iterator](): Generator<Uint8Array, void, undefined> {
    for (let place = 0; place < this.#places.length; place += 2) yield this.#at(place);
  }

  /** Converts the elements to lines in the same memory, by moving each element to the end of the previous element. */
  toLines(): Uint8Array {
    const body = this.#body;
    const [start = 0] = this.#places;
    let end = start;
    for (let place = 0; place < this.#places.length; place += 2) {
      const [from, to] = this.#ends(place);
      if (from !== end) body.copyWithin(end, from, to);
      end += to - from;
      body[end++] = newLine;
    }
    return body.subarray(start, end);
  }

  #at(place: number): Uint8Array {
    return this.#body.subarray(...this.#ends(place));
  }

  #ends(place: number): [number, number] {
    return [this.#places[place] as number, this.#places[place + 1] as number];
  }
}

const newLine = 0x0a;
