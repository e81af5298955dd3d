import type { Transaction } from '@trading-platform/database';
import type { RecordKey } from '../../../import/removal-format.js';
import { isOneOf, textRows } from '../common/json-rows.js';
import { lookedUp } from '../common/record-stream.js';

/** The key of a record that cannot be removed, and the reason. */
export interface NeededKey {
  readonly key: RecordKey;
  readonly reason: string;
  /** Set if a later line of the file may remove the reason for the refusal. */
  readonly mayWait: boolean;
}

/**
 * The kinds of data that name members. Each condition finds the rows that name the member `k.code`, with the help of an index.
 */
const needs: readonly { readonly what: string; readonly table: string; readonly where: string }[] = [
  { what: 'products or slips', table: 'member_pair', where: 'r.member_code = k.code' },
  { what: 'slips', table: 'slip', where: 'r.member_code_self = k.code' },
  { what: 'slips', table: 'slip', where: "r.fc_owner_member_code = k.code AND r.fc_owner_member_code <> ''" },
  { what: 'products', table: 'product', where: "r.member_code_order_to = k.code AND r.member_code_order_to <> ''" },
  { what: 'settings', table: 'setting_row', where: 'r.member_code_seller = k.code' },
  { what: 'settings', table: 'setting_row', where: 'r.member_code_buyer = k.code' },
  { what: 'settings', table: 'setting_row', where: "r.member_code_order_to = k.code AND r.member_code_order_to <> ''" },
  { what: 'delivery places', table: 'delivery_place', where: 'r.member_code = k.code' },
];

/** All price rules are read, because there are only a few of them. */
const fcPriceFields = ['fc_owner_member_code', 'member_code_store'] as const;

/** Returns the members among these that cannot be removed, because other data or remaining members name them. */
export async function findNeededMembers(transaction: Transaction, keys: readonly RecordKey[]): Promise<NeededKey[]> {
  const codes = keys.map(([code = '']) => code);
  const needed = new Map<string, NeededKey>();
  const note = (code: string, what: string, mayWait = false) => {
    const reason = `member_code: member ${code} is still named by ${what}`;
    if (!needed.has(code)) needed.set(code, { key: [code], reason, mayWait });
  };
  for (const need of needs) {
    // Statements of one transaction follow each other.
    // oxlint-disable-next-line no-await-in-loop
    for (const code of await namedBy(transaction, need, codes)) note(code, need.what);
  }
  for (const code of await namedByFcPrices(transaction, codes)) note(code, 'FC prices');
  noteMembersOf(await membersNaming(transaction, codes), new Set(codes), needed, note);
  return [...needed.values()];
}

async function namedBy(
  transaction: Transaction,
  { table, where }: (typeof needs)[number],
  codes: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ code: string }>(
    `SELECT k.code FROM ${textRows(transaction.dialect, '$1', 'k', ['code'])}
     WHERE EXISTS (SELECT 1 FROM ${table} r WHERE ${where} ${lookedUp})`,
    [JSON.stringify(codes.map((code) => [code]))],
  );
  return rows.map(({ code }) => code);
}

async function namedByFcPrices(transaction: Transaction, codes: readonly string[]): Promise<string[]> {
  const selects = fcPriceFields.map(
    (field) => `SELECT ${field} AS code FROM fc_price WHERE ${isOneOf(transaction.dialect, field, '$1')}`,
  );
  const rows = await transaction.query<{ code: string }>(selects.join(' UNION '), [JSON.stringify(codes)]);
  return rows.map(({ code }) => code);
}

/** A member and the head office or FC owner that it names. */
interface Naming {
  readonly code: string;
  readonly by: string;
}

function membersNaming(transaction: Transaction, codes: readonly string[]): Promise<Naming[]> {
  const selects = ['head_office_member_code', 'fc_owner_member_code'].map(
    (field) =>
      `SELECT ${field} AS code, member_code AS "by" FROM member WHERE ${isOneOf(transaction.dialect, field, '$1')}`,
  );
  return transaction.query<Naming>(`${selects.join(' UNION ')} ORDER BY 1, 2`, [JSON.stringify(codes)]);
}

/** A member cannot be removed if a remaining member names it. */
function noteMembersOf(
  namings: readonly Naming[],
  removed: ReadonlySet<string>,
  needed: ReadonlyMap<string, NeededKey>,
  note: (code: string, what: string, mayWait: boolean) => void,
): void {
  for (let before = -1; before !== needed.size; ) {
    before = needed.size;
    for (const { code, by } of namings) {
      if (code !== by && (!removed.has(by) || needed.has(by))) note(code, `member ${by}`, true);
    }
  }
}
