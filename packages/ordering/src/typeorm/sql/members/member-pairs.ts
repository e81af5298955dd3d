import { type Transaction, tableOf } from '@trading-platform/database';
import { MemberPairEntity } from '../../entities/member-pair.entity.js';
import { holdNumbers } from '../common/counters.js';
import { textRows } from '../common/json-rows.js';
import { lookedUp } from '../common/record-stream.js';
import { RowWriter } from '../common/write-rows.js';

const pairTable = tableOf(MemberPairEntity);
const writer = new RowWriter(pairTable, 'keep');

export type MemberPair = readonly [memberCode: string, memberCodePartner: string];

/**
 * Gathers the pairs of all chunks of a transaction, so that they are written together at its end. If each chunk wrote its
 * pairs, their rows would be locked during the later chunks, and two transactions could wait for each other.
 */
export class GatheredPairs implements Iterable<MemberPair> {
  readonly #pairs = new Set<string>();

  get size(): number {
    return this.#pairs.size;
  }

  add(pairs: Iterable<MemberPair>): void {
    for (const pair of pairs) this.#pairs.add(JSON.stringify(pair));
  }

  *[Symbol.iterator](): Iterator<MemberPair> {
    for (const pair of this.#pairs) yield JSON.parse(pair) as MemberPair;
  }
}

/** Stores the pairs of members that trade with each other, in both directions. */
export function notePairs(transaction: Transaction, pairs: Iterable<MemberPair>): Promise<void> {
  const rows = inBothDirections(pairs).map(([memberCode, memberCodePartner]) => ({ memberCode, memberCodePartner }));
  return writer.write(transaction, rows);
}

/** All writers lock rows in the same order, so that no two writers can wait for each other. */
function inBothDirections(pairs: Iterable<MemberPair>): MemberPair[] {
  const rows = new Map<string, MemberPair>();
  for (const [left, right] of pairs) {
    if (left === '' || right === '') continue;
    rows.set(JSON.stringify([left, right]), [left, right]);
    rows.set(JSON.stringify([right, left]), [right, left]);
  }
  return [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair);
}

/**
 * Blocks imports whose lines name pairs of members. A transaction that locks both the slip numbers and the pairs must lock the
 * slip numbers first.
 */
export async function holdPairs(transaction: Transaction): Promise<void> {
  await holdNumbers(transaction, 'slip');
  await holdNumbers(transaction, 'product');
}

/**
 * Deletes the pairs that no product and no slip names any more. `holdPairs` must be called before. Returns the number of deleted
 * rows.
 */
export async function forgetPairs(transaction: Transaction, pairs: Iterable<MemberPair>): Promise<number> {
  const rows = inBothDirections(pairs);
  if (rows.length === 0) return 0;
  const named = textRows(transaction.dialect, '$1', 'k', ['own', 'partner']);
  return transaction.execute(
    `DELETE FROM member_pair WHERE (member_code, member_code_partner) IN (SELECT k.own, k.partner FROM ${named})
       AND NOT EXISTS (${recordOf('product', 'member_code', 'member_code_partner')})
       AND NOT EXISTS (${recordOf('product', 'member_code_partner', 'member_code')})
       AND NOT EXISTS (${recordOf('slip', 'member_code', 'member_code_partner')})
       AND NOT EXISTS (${recordOf('slip', 'member_code_partner', 'member_code')})`,
    [JSON.stringify(rows)],
  );
}

/** Returns the condition that a product or slip names both members of the pair. */
function recordOf(table: 'product' | 'slip', own: keyof PairRow, partner: keyof PairRow): string {
  const owner = table === 'product' ? 'member_code' : 'member_code_self';
  return `SELECT 1 FROM ${table} r
    WHERE r.${owner} = member_pair.${own} AND r.member_code_partner = member_pair.${partner} ${lookedUp}`;
}

interface PairRow {
  readonly member_code: string;
  readonly member_code_partner: string;
}
