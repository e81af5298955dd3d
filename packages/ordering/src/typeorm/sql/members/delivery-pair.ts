import { type Sql, tableOf } from '@trading-platform/database';
import { isVisible } from '../../../member/is-visible.js';
import type { RefusedMember } from '../../../member/refused-member.js';
import { MemberEntity } from '../../entities/member.entity.js';
import { isOneOf } from '../common/json-rows.js';
import { lookedUp } from '../common/record-stream.js';
import { isRelatedTo, visibleCodes } from './member-relations.js';

/** The possible relations between self and partner. Each relation has the value 0 or 1. */
export interface Relation {
  /** 1 if `self` or its head office has an order-master line with the partner. */
  readonly buys: number;
  /** 1 if the partner or its head office has an order-master line with `self`. */
  readonly sells: number;
  /** 1 if a master record or slip names the pair. */
  readonly paired: number;
  /** 1 if a trading setting names the pair. */
  readonly set: number;
}

/** The members `self` and `partner` of a request, each with its head office, or `''` if it has none. */
export interface RelatedPair {
  readonly selfHeadOffice: string;
  readonly partnerHeadOffice: string;
  readonly relation: Relation;
}

/** Returns the pair, if the caller sees `self` and if `partner` is related to `self`. */
export async function findRelatedPair(
  sql: Sql,
  caller: string,
  self: string,
  partner: string,
): Promise<RelatedPair | readonly RefusedMember[]> {
  const members = await findMembers(sql, self, partner);
  const selfMember = members.get(self);
  if (selfMember === undefined || !isVisible(caller, selfMember)) {
    const partnerIsRelated = await isRelatedToVisible(sql, caller, partner);
    return partnerIsRelated ? ['member_code_self'] : ['member_code_self', 'member_code_partner'];
  }
  const selfHeadOffice = selfMember.headOfficeMemberCode;
  const partnerHeadOffice = members.get(partner)?.headOfficeMemberCode ?? '';
  const relation = await findRelation(sql, { self, selfHeadOffice, partner, partnerHeadOffice });
  const isRelated = members.has(partner) && isRelation(relation);
  return isRelated ? { selfHeadOffice, partnerHeadOffice, relation } : ['member_code_partner'];
}

/** @see MemberDirectory.notPaired */
export async function notPaired(
  sql: Sql,
  caller: string,
  { member_code_self: self, member_code_partner: partner }: Readonly<Partial<Record<RefusedMember, string>>>,
): Promise<readonly RefusedMember[]> {
  if (self !== undefined && partner !== undefined) {
    const pair = await findRelatedPair(sql, caller, self, partner);
    return 'relation' in pair ? [] : pair;
  }
  if (self !== undefined) {
    const member = (await findMembers(sql, self, self)).get(self);
    return member !== undefined && isVisible(caller, member) ? [] : ['member_code_self'];
  }
  return partner === undefined || (await isRelatedToVisible(sql, caller, partner)) ? [] : ['member_code_partner'];
}

const memberTable = tableOf(MemberEntity).only('memberCode', 'headOfficeMemberCode', 'fcOwnerMemberCode');

async function findMembers(sql: Sql, self: string, partner: string) {
  const rows = await sql.query<object>(`SELECT ${memberTable.columns} FROM member WHERE member_code IN ($1, $2)`, [
    self,
    partner,
  ]);
  return new Map(rows.map(memberTable.read).map((member) => [member.memberCode, member]));
}

/** The members `self` and `partner` with their head offices, given as codes or as expressions of a statement. */
export interface PairMembers {
  readonly self: string;
  readonly selfHeadOffice: string;
  readonly partner: string;
  readonly partnerHeadOffice: string;
}

/** Returns the expressions for the columns of a `Relation`. */
export function relationColumns({ self, selfHeadOffice, partner, partnerHeadOffice }: PairMembers): string {
  const pair = exists(
    `SELECT 1 FROM member_pair WHERE member_code = ${self} AND member_code_partner = ${partner} ${lookedUp}`,
  );
  const setting = exists(`SELECT 1 FROM setting_row
      WHERE (member_code_buyer = ${self} AND member_code_seller = ${partner})
        OR (member_code_buyer = ${partner} AND member_code_seller = ${self}) ${lookedUp}`);
  return `${buysFrom(self, selfHeadOffice, partner)} AS buys, ${buysFrom(partner, partnerHeadOffice, self)} AS sells,
    ${pair} AS paired, ${setting} AS "set"`;
}

function buysFrom(buyer: string, headOffice: string, seller: string): string {
  return `CASE WHEN ${hasLineWith(buyer, seller)} OR ${hasLineWith(headOffice, seller)} THEN 1 ELSE 0 END`;
}

/**
 * Returns the condition that an owner has an order-master line with another member. The two members are given as codes or as
 * expressions of a statement. Because of the `ORDER BY`, PostgreSQL uses the index. Without the `ORDER BY`, PostgreSQL would read
 * the table from its start, because it expects to find a matching line soon.
 */
export function hasLineWith(owner: string, other: string): string {
  return `EXISTS (SELECT 1 FROM catalog_line c WHERE c.member_code = ${owner} AND c.member_code <> ''
    AND c.member_code_partner = ${other} ORDER BY c.private_item_code ${lookedUp})`;
}

/** Whether at least one of the relations exists. */
export function isRelation({ buys, sells, paired, set }: Relation): boolean {
  return [buys, sells, paired, set].includes(1);
}

const columnsOfOne = relationColumns({ self: '$1', selfHeadOffice: '$2', partner: '$3', partnerHeadOffice: '$4' });

async function findRelation(sql: Sql, members: PairMembers): Promise<Relation> {
  const [relation] = await sql.query<Relation>(`SELECT ${columnsOfOne}`, [
    members.self,
    members.selfHeadOffice,
    members.partner,
    members.partnerHeadOffice,
  ]);
  if (relation === undefined) throw new Error('A query without a table answers one row');
  return relation;
}

function exists(query: string): string {
  return `CASE WHEN EXISTS (${query}) THEN 1 ELSE 0 END`;
}

/** The head offices of visible members. The order-master lines of a head office also relate its stores to a seller. */
const visibleHeadOffices = `SELECT head_office_member_code FROM member
  WHERE member_code IN (${visibleCodes}) AND head_office_member_code <> ''`;

/**
 * Checks whether the partner is related to at least one member that the caller sees, by the same relations as in
 * `findRelatedPair`.
 */
async function isRelatedToVisible(sql: Sql, caller: string, partner: string): Promise<boolean> {
  return (await relatedToVisible(sql, caller, [partner])).has(partner);
}

/** Returns the partners among these that are related to at least one member that the caller sees. */
export async function relatedToVisible(
  sql: Sql,
  caller: string,
  partners: readonly string[],
): Promise<ReadonlySet<string>> {
  if (caller === '' || partners.length === 0) return new Set();
  const rows = await sql.query<{ readonly member_code: string }>(
    `SELECT member_code FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$2')} AND (
       ${isRelatedTo(`IN (${visibleCodes})`)}
       OR EXISTS (SELECT 1 FROM catalog_line c
         WHERE c.member_code IN (${visibleHeadOffices}) AND c.member_code_partner = member.member_code)
       OR EXISTS (SELECT 1 FROM catalog_line c
         WHERE c.member_code = member.head_office_member_code AND c.member_code <> ''
           AND c.member_code_partner IN (${visibleCodes})))`,
    [caller, JSON.stringify(partners)],
  );
  return new Set(rows.map(({ member_code }) => member_code));
}
