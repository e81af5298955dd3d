type Fields = Readonly<Record<string, unknown>>;
type Read = (record: Fields, values: unknown[]) => void;

/**
 * Reads the same fields of many records, one after the other. The generated code has no loop, because a loop would look up the
 * name of each field again.
 */
export class FieldReader {
  /** The field values of the last record that was read. */
  readonly values: unknown[];
  readonly #read: Read;

  constructor(names: readonly string[]) {
    this.values = names.map(() => undefined);
    const assignments = names.map((name, index) => `values[${index}] = record[${JSON.stringify(name)}];`);
    // Its text is made of the quoted names of a field list.
    // oxlint-disable-next-line typescript/no-implied-eval
    this.#read = new Function('record', 'values', assignments.join(' ')) as Read;
  }

  /**
   * Reads the record, and returns whether it has exactly these fields. If a record has other fields, the rendered common part
   * does not fit the record and must be rendered again.
   */
  readsAll(record: Fields): boolean {
    this.#read(record, this.values);
    return countOf(record) === this.values.length && !this.values.includes(undefined);
  }
}

function countOf(record: Fields): number {
  let count = 0;
  // The loop counts without an array of names.
  // oxlint-disable-next-line guard-for-in
  for (const _ in record) count++;
  return count;
}
