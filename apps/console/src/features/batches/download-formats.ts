import type { RecordDefinition } from '@trading-platform/domain-types';
import { csvRow, isOptional, nameOf } from '@trading-platform/domain-types';
import type { DownloadFormat } from '../../../wire/index.js';

type Bytes = AsyncIterable<Buffer>;

/** The format of a file with downloaded records. */
export interface FileFormat {
  readonly type: string;
  readonly ending: DownloadFormat;
  /** The length of the file, if it can be computed from the length of the lines. */
  readonly lengthOf: (linesLength: number, records: number) => number | undefined;
  readonly encode: (lines: Bytes) => Bytes;
}

const [newline, comma] = [0x0a, 0x2c];
/** Excel recognises UTF-8 by this byte order mark. */
const byteOrderMark = '\ufeff';

/** Writes the lines unchanged. */
export const ndjson: FileFormat = {
  type: 'application/x-ndjson; charset=utf-8',
  ending: 'ndjson',
  lengthOf: (linesLength) => linesLength,
  encode: (lines) => lines,
};

/**
 * Writes one JSON array. The end of every line except the last becomes a comma, which is safe because no record
 * contains a line end.
 */
export const json: FileFormat = {
  type: 'application/json; charset=utf-8',
  ending: 'json',
  lengthOf: (linesLength, records) => (records === 0 ? 2 : linesLength + 1),
  encode: asArray,
};

async function* asArray(lines: Bytes): Bytes {
  yield Buffer.from('[');
  let isFirst = true;
  let held = false;
  for await (const chunk of lines) {
    if (held) yield Buffer.of(comma);
    held = chunk.at(-1) === newline;
    const bytes = Buffer.from(held ? chunk.subarray(0, -1) : chunk);
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) bytes[at] = comma;
    if (bytes.length > 0) yield bytes;
    isFirst = false;
  }
  if (!isFirst && !held) throw new Error('The last record has no end');
  yield Buffer.from(']');
}

/**
 * A CSV table for spreadsheets, with a header row. Without `list`, each record is one row and its lists are JSON texts.
 * With `list`, each element of that list is one row, after the fields of its record. Values are written so that a
 * spreadsheet never runs them as formulas.
 */
export function csv({ fields }: RecordDefinition, list?: string): FileFormat {
  const inner = fields.map((field) => (isOptional(field) ? field.field : field));
  const plain = inner.filter((field) => !isList(field)).map(nameOf);
  const expanded = inner.find((field) => isList(field) && nameOf(field) === list);
  const elements = expanded !== undefined && isList(expanded) ? expanded.item.fields.map(nameOf) : undefined;
  const names = elements === undefined ? inner.map(nameOf) : plain;
  const rowsOf = (record: Row): string =>
    elements === undefined
      ? csvRow(names.map((name) => record[name]))
      : listOf(record[list!])
          .map((element) => csvRow([...plain.map((name) => record[name]), ...elements.map((name) => element[name])]))
          .join('');
  const head = csvRow([...names, ...(elements ?? []).map((name) => `${list}.${name}`)]);
  return { type: 'text/csv; charset=utf-8', ending: 'csv', lengthOf: () => undefined, encode };

  async function* encode(lines: Bytes): Bytes {
    yield Buffer.from(byteOrderMark + head);
    for await (const text of wholeLines(lines)) {
      yield Buffer.from(text.map((line) => rowsOf(JSON.parse(line) as Row)).join(''));
    }
  }
}

type Row = Readonly<Record<string, unknown>>;
type Field = RecordDefinition['fields'][number];

function isList(field: Field): field is Extract<Field, { readonly item: RecordDefinition; readonly type: 'list' }> {
  return typeof field === 'object' && 'type' in field && field.type === 'list';
}

function listOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as readonly Row[]) : [];
}

/** Splits the bytes into lines and yields the lines in portions, as they arrive. */
async function* wholeLines(chunks: Bytes): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield bytes.toString('utf8', 0, end - 1).split('\n');
  }
}
