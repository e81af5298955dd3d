import { type Transaction, tableOf } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows, SaveRows } from '../../import/import-lines.js';
import type { Member } from '../../member/member.js';
import { MemberEntity } from '../entities/member.entity.js';
import type { OrderingDatabase } from '../ordering-database.js';
import { countChange } from '../sql/common/counters.js';
import { rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { RowWriter } from '../sql/common/write-rows.js';
import { knownMembers, type NamedMember, unknownMember } from '../sql/members/known-members.js';

const table = tableOf(MemberEntity);
const key = ['memberCode'] as const;
const writer = new RowWriter(table, { replace: key });

/** The store into which a `members` file is imported. A member may refer to members that come later in the same chunk. */
export class TypeOrmMemberStore implements ImportStore<Member> {
  constructor(private readonly database: OrderingDatabase) {}

  transaction<T>(work: (save: SaveRows<Member>) => Promise<T>): Promise<T> {
    return this.database.transaction((transaction) => work((rows) => saveMembers(transaction, rows)));
  }
}

async function saveMembers(transaction: Transaction, rows: readonly Member[]): Promise<SavedRows> {
  const refusals = await refusedMembers(transaction, rows);
  const refused = new Set(refusals.map(({ index }) => index));
  const members = new Map(rows.filter((_, index) => !refused.has(index)).map((row) => [row.memberCode, row]));
  const keys = [...members.keys()].map((code) => [code]);
  const stored = await rowsOfKeys(transaction, table, key, keys);
  const before = new Map(stored.map((member) => [member.memberCode, member]));
  const changed = [...members.values()].filter((member) => !isSame(member, before.get(member.memberCode)));
  const added = changed.filter(({ memberCode }) => !before.has(memberCode)).length;
  await writer.write(transaction, changed);
  if (changed.length > 0) await countChange(transaction, 'members');
  return { added, changed: changed.length - added, refusals };
}

/**
 * Returns the members that must be refused, because they refer to a member that is neither stored nor accepted from
 * this chunk. If a member is refused, the members that refer to it are refused too.
 */
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

function isSame(member: Member, other: Member | undefined): boolean {
  if (other === undefined) return false;
  const values = table.values(other);
  return table.values(member).every((value, index) => value === values[index]);
}
