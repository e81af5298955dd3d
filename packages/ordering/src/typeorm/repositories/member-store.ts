import type { Database, Transaction } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import type { Member } from '../../member/member.js';
import { countChange } from '../statements/counters.js';
import { isOneOf } from '../statements/json-rows.js';
import { knownMembers, type NamedMember, unknownMember } from '../statements/known-members.js';
import { type MemberRow, memberColumns, memberOf, memberValues } from '../statements/member-rows.js';
import { RowWriter, replaceOnConflict } from '../statements/write-rows.js';

const writer = new RowWriter('member', memberColumns, replaceOnConflict(['member_code'], memberColumns));

/** Where a `members` import goes. A member may name members that stand later in the same chunk. */
export function createMemberStore(database: Database): ImportStore<Member> {
  return {
    transaction: (work) => database.transaction((transaction) => work((rows) => saveMembers(transaction, rows))),
  };
}

async function saveMembers(transaction: Transaction, rows: readonly Member[]): Promise<SavedRows> {
  const refusals = await refusedMembers(transaction, rows);
  const refused = new Set(refusals.map(({ index }) => index));
  const members = new Map(rows.filter((_, index) => !refused.has(index)).map((row) => [row.memberCode, row]));
  const before = await storedMembers(transaction, [...members.keys()]);
  const changed = [...members.values()].filter((member) => !isSame(member, before.get(member.memberCode)));
  const added = changed.filter(({ memberCode }) => !before.has(memberCode)).length;
  await writer.write(transaction, changed.map(memberValues));
  if (changed.length > 0) await countChange(transaction, 'members');
  return { added, changed: changed.length - added, refusals };
}

/** Members that name one that neither exists nor comes with them; refusing one may take away what another names. */
async function refusedMembers(transaction: Transaction, rows: readonly Member[]): Promise<RowRemark[]> {
  const known = await knownMembers(
    transaction,
    rows.flatMap((row) => namedMembers(row).map(([, code]) => code)),
  );
  const refusals = new Map<number, string>();
  for (let before = -1; before !== refusals.size; ) {
    before = refusals.size;
    const there = new Set(known);
    for (const [index, { memberCode }] of rows.entries()) if (!refusals.has(index)) there.add(memberCode);
    for (const [index, row] of rows.entries()) {
      const reason = unknownMember(namedMembers(row), there);
      if (reason !== undefined && !refusals.has(index)) refusals.set(index, reason);
    }
  }
  return [...refusals].map(([index, reason]) => ({ index, reason }));
}

function namedMembers(member: Member): NamedMember[] {
  return [
    ['head_office_member_code', member.headOfficeMemberCode],
    ['fc_owner_member_code', member.fcOwnerMemberCode],
  ];
}

async function storedMembers(transaction: Transaction, codes: readonly string[]): Promise<Map<string, Member>> {
  const rows = await transaction.query<MemberRow>(
    `SELECT ${memberColumns.join(', ')} FROM member WHERE ${isOneOf(transaction.dialect, 'member_code', '$1')}`,
    [JSON.stringify(codes)],
  );
  return new Map(rows.map((row) => [row.member_code, memberOf(row)]));
}

function isSame(member: Member, other: Member | undefined): boolean {
  return other !== undefined && memberValues(member).every((value, index) => value === memberValues(other)[index]);
}
