/** A file of records, one a line, as an import reads it. */
export async function* linesOf(records: Iterable<object | string>): AsyncGenerator<Buffer> {
  for (const record of records) {
    yield Buffer.from(`${typeof record === 'string' ? record : JSON.stringify(record)}\n`);
  }
}
