import type { RecordTable } from '@trading-platform/domain-types/tables';
import { parseRecord } from './json-formats.js';
import { fitOrReason, typedValue } from './typed-value.js';

/** A column with values that do not fit its type. */
interface UnfitColumn {
  readonly reason: string;
  /** The number of the first record with such a value, from 1. */
  readonly record: number;
  readonly count: number;
}

/**
 * Finds all columns of a table with values that do not fit. Returns a sentence that says where these values are and
 * what helps.
 *
 * @param texts the records, from the first to the last
 */
export async function unfitColumnsText(
  table: RecordTable,
  texts: AsyncIterable<Uint8Array>,
  textColumns: readonly string[],
): Promise<string> {
  const found = new Map<string, UnfitColumn>();
  let record = 0;
  for await (const text of texts) {
    record += 1;
    for (const row of table.rowsOf(parseRecord(text))) {
      for (const [index, column] of table.columns.entries()) {
        if (textColumns.includes(column.name)) continue;
        const reason = fitOrReason(() => ({ value: typedValue(row[index] ?? '', column) }));
        if (typeof reason !== 'string') continue;
        const first = found.get(column.name) ?? { reason, record, count: 0 };
        found.set(column.name, { ...first, count: first.count + 1 });
      }
    }
  }
  const texted = [...found.values()].map(({ reason, record: at, count }) => {
    const others = count === 1 ? '' : ` (and ${(count - 1).toLocaleString('en')} more)`;
    return `record ${at.toLocaleString('en')}: ${reason}${others}`;
  });
  const names = [...textColumns, ...found.keys()].join(',');
  return `${texted.join('; ')}. The same command with --text-column ${names} writes these columns as text, without another download.`;
}
