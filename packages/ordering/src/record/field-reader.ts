type Fields = Readonly<Record<string, unknown>>;
type Read = (record: Fields, values: unknown[]) => void;

/** Reads the same fields of many records, one after the other, by straight-line code: a loop would look each name up anew. */
export class FieldReader {
  /** Those of the record that was read last. */
  readonly values: unknown[];
  readonly #read: Read;

  constructor(names: readonly string[]) {
    this.values = names.map(() => undefined);
    const assignments = names.map((name, index) => `values[${index}] = record[${JSON.stringify(name)}];`);
    // Its text is made of the quoted names of a field list.
    // oxlint-disable-next-line typescript/no-implied-eval
    this.#read = new Function('record', 'values', assignments.join(' ')) as Read;
  }

  /** Answers whether the record has exactly these fields. Otherwise a common part was rendered for records with other own ones. */
  readsAll(record: Fields): boolean {
    this.#read(record, this.values);
    return countOf(record) === this.values.length && !this.values.includes(undefined);
  }
}

function countOf(record: Fields): number {
  let count = 0;
  // No array of names is made.
  // oxlint-disable-next-line guard-for-in
  for (const _ in record) count++;
  return count;
}
