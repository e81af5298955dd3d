import type { KindName } from '../tables/download-kinds.js';

/** What can be named on the command line, and the kinds that it stands for. */
const groups: Readonly<Record<string, readonly KindName[]>> = {
  master: ['master'],
  trade: ['trade'],
  settings: ['nottrade', 'orderclosing', 'businessholiday', 'orderblock'],
  nottrade: ['nottrade'],
  orderclosing: ['orderclosing'],
  businessholiday: ['businessholiday'],
  orderblock: ['orderblock'],
};

export const syncNames = Object.keys(groups);

/** Each kind once, in the order named. */
export function kindsOf(names: readonly string[]): readonly KindName[] {
  return [...new Set(names.flatMap((name) => groups[name] ?? []))];
}
