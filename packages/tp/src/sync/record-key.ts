import type { KindName } from '../tables/download-kinds.js';

type Values = Readonly<Record<string, unknown>>;

/** The fields that tell the records of a kind apart, by which the platform names what was removed. */
export const recordKeys: Readonly<Record<KindName, readonly string[]>> = {
  master: ['member_code', 'member_code_partner', 'item_id'],
  trade: ['trade_id', 'member_code_self'],
  nottrade: ['member_code_buyer'],
  orderclosing: ['member_code_buyer'],
  businessholiday: ['member_code_seller'],
  orderblock: ['member_code_buyer'],
};

/** The values of a record's key, or of a key alone. */
export function keyOf(kind: KindName, record: Values): readonly string[] {
  return recordKeys[kind].map((name) => String(record[name] ?? (name === 'item_id' ? itemOf(record) : '')));
}

/** The product of a master record, which stands in its lines only. */
function itemOf({ buy, catalog }: Values): unknown {
  return itemOfLine(buy) || itemOfLine(catalog);
}

function itemOfLine(lines: unknown): unknown {
  const [line] = (Array.isArray(lines) ? lines : []) as Values[];
  return line?.['item_id'] ?? '';
}
