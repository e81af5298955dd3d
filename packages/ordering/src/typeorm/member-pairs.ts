import type { Transaction } from '@trading-platform/database';
import { RowWriter } from './write-rows.js';

const writer = new RowWriter('member_pair', ['member_code', 'member_code_partner'], 'ON CONFLICT DO NOTHING');

export type MemberPair = readonly [memberCode: string, memberCodePartner: string];

/** Notes that members trade with each other, in both directions. */
export async function notePairs(transaction: Transaction, pairs: Iterable<MemberPair>): Promise<void> {
  const rows = new Map<string, MemberPair>();
  for (const [left, right] of pairs) {
    if (left === '' || right === '') continue;
    rows.set(JSON.stringify([left, right]), [left, right]);
    rows.set(JSON.stringify([right, left]), [right, left]);
  }
  // One order for all writers, so that two of them never wait for each other.
  await writer.write(
    transaction,
    [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair),
  );
}
