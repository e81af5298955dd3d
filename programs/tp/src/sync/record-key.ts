import { type DownloadName, downloads } from '@trading-platform/domain-types';

type Values = Readonly<Record<string, unknown>>;

/** The values of a record's key, or of a key alone. */
export function keyOf(kind: DownloadName, record: Values): readonly string[] {
  return downloads[kind].key.map((name) => String(record[name] ?? (name === 'item_id' ? itemOf(record) : '')));
}

/** The product of a master record, which stands in its lines only. */
function itemOf({ buy, catalog }: Values): unknown {
  return itemOfLine(buy) || itemOfLine(catalog);
}

function itemOfLine(lines: unknown): unknown {
  const [line] = (Array.isArray(lines) ? lines : []) as Values[];
  return line?.['item_id'] ?? '';
}
