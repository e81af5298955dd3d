import { type DownloadName, downloads } from '@trading-platform/domain-types';

type Values = Readonly<Record<string, unknown>>;

/** Returns the values of the fields that identify a record. A removed record has only these fields. */
export function keyOf(kind: DownloadName, record: Values): readonly string[] {
  return downloads[kind].key.map((name) => String(record[name] ?? (name === 'item_id' ? itemOf(record) : '')));
}

/** The product of a master record. Only the lines of the record contain it. */
function itemOf({ buy, catalog }: Values): unknown {
  return itemOfLine(buy) || itemOfLine(catalog);
}

function itemOfLine(lines: unknown): unknown {
  const [line] = (Array.isArray(lines) ? lines : []) as Values[];
  return line?.['item_id'] ?? '';
}
