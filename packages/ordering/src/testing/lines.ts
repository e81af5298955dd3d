/** Makes an import file with one record on each line. */
export async function* linesOf(records: Iterable<object | string>): AsyncGenerator<Buffer> {
  for (const record of records) {
    yield Buffer.from(`${typeof record === 'string' ? record : JSON.stringify(record)}\n`);
  }
}
