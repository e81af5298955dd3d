/** A record in a program's output. In CSV all values are texts. */
export type WrittenRecord = Readonly<Record<string, unknown>>;

/** Thrown if the output of a program has none of the readable forms. */
export class UnreadableOutput extends Error {
  override readonly name = 'UnreadableOutput';
}

/**
 * Reads the records of a program's output. The output may have one JSON object on each line, or be one JSON array, a
 * JSON object that contains an array of records (such as a whole answer), or CSV with names in its first row.
 *
 * @throws UnreadableOutput
 */
export function readRecords(text: string): readonly WrittenRecord[] {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') return [];
  if (content.startsWith('[')) return recordsOf(parse(content, 'The JSON array'));
  return content.startsWith('{') ? readObjects(content) : readCsv(content);
}

function readObjects(content: string): readonly WrittenRecord[] {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const whole = lines.length === 1 || !isJson(first) ? parse(content, 'The JSON object') : undefined;
  if (whole === undefined) return lines.map((line, index) => recordOf(parse(line, `Line ${index + 1}`)));
  const record = recordOf(whole);
  // In an answer, the list of errors precedes the list of records.
  const list =
    'request_id' in record &&
    Object.entries(record).find(([name, value]) => name !== 'error_list' && Array.isArray(value));
  return list ? recordsOf(list[1]) : [record];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableOutput(`${what} is incomplete, or not JSON`);
  }
}

function recordsOf(value: unknown): readonly WrittenRecord[] {
  return (value as readonly unknown[]).map(recordOf);
}

function recordOf(value: unknown): WrittenRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as WrittenRecord;
  throw new UnreadableOutput('It contains something other than records');
}

function readCsv(content: string): readonly WrittenRecord[] {
  const [names = [], ...rows] = csvRows(content);
  if (names.length < 2) throw new UnreadableOutput('It is neither JSON nor CSV with names in its first row');
  return rows.map((row, index) => {
    if (row.length === names.length) return Object.fromEntries(names.map((name, column) => [name, row[column]]));
    throw new UnreadableOutput(`Row ${index + 2} has ${row.length} values instead of ${names.length}`);
  });
}

/** RFC 4180. */
function csvRows(content: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of content.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
