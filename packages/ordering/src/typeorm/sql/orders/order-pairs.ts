import { type Sql, tableOf } from '@trading-platform/database';
import type { DeliveryPlace } from '../../../member/delivery-place-format.js';
import { isVisible } from '../../../member/is-visible.js';
import type { Member } from '../../../member/member.js';
import type { RefusedMember } from '../../../member/refused-member.js';
import type { OrderPair } from '../../../order/order-pair.js';
import type { AskedPair } from '../../../order/order-source.js';
import type { UpdatedPair } from '../../../trade-update/trade-update-store.js';
import { DeliveryPlaceEntity } from '../../entities/delivery-place.entity.js';
import { MemberEntity } from '../../entities/member.entity.js';
import { isOneOf, textRows } from '../common/json-rows.js';
import { productsOfPairs } from '../lookups/products-of-pairs.js';
import { customerCodes } from '../members/customer-codes.js';
import { isRelation, type Relation, relatedToVisible, relationColumns } from '../members/delivery-pair.js';
import { pairText, settingsOfPairs } from '../members/settings-of-pairs.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';

/** @see OrderSource.readPairs */
export async function readPairs(
  sql: DatabaseSnapshot,
  caller: string,
  asked: readonly AskedPair[],
): Promise<readonly (OrderPair | readonly RefusedMember[])[]> {
  const members = await readMembers(
    sql,
    asked.flatMap((pair) => [pair.memberCodeSelf, pair.memberCodePartner]),
  );
  const refusals = await refusedMembers(sql, caller, asked, members);
  const traded = asked
    .filter((pair) => refusals.get(pair) === undefined)
    .map((pair) => ({
      asked: pair,
      buyer: members.get(pair.memberCodeSelf) as Member,
      seller: members.get(pair.memberCodePartner) as Member,
    }));
  const found = new Map(traded.map((pair, index) => [pair.asked, index]));
  const orderPairs = await readTraded(sql, traded);
  return asked.map((pair) => refusals.get(pair) ?? orderPairs[found.get(pair)!]!);
}

/** @see SlipReading.readPairs */
export async function readUpdatedPairs(
  sql: DatabaseSnapshot,
  pairs: readonly UpdatedPair[],
): Promise<readonly (OrderPair | undefined)[]> {
  if (pairs.length === 0) return [];
  const members = await readMembers(
    sql,
    pairs.flatMap(({ buyer, seller }) => [buyer, seller]),
  );
  const known = pairs.flatMap((pair) => {
    const [buyer, seller] = [members.get(pair.buyer), members.get(pair.seller)];
    return buyer === undefined || seller === undefined ? [] : [{ pair, buyer, seller }];
  });
  const read = await readTraded(
    sql,
    known.map(({ pair, buyer, seller }) => ({ asked: pair, buyer, seller })),
  );
  const found = new Map(known.map(({ pair }, index) => [pair, read[index]]));
  return pairs.map((pair) => found.get(pair));
}

const memberTable = tableOf(MemberEntity);

async function readMembers(sql: Sql, codes: readonly string[]): Promise<ReadonlyMap<string, Member>> {
  const rows = await sql.query<object>(
    `SELECT ${memberTable.columns} FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}`,
    [JSON.stringify([...new Set(codes)])],
  );
  return new Map(rows.map(memberTable.read).map((member) => [member.memberCode, member]));
}

type Refusals = ReadonlyMap<AskedPair, readonly RefusedMember[]>;

/** Checks the members of all pairs at once, by the same rules as for a delivery date request. */
async function refusedMembers(
  sql: Sql,
  caller: string,
  asked: readonly AskedPair[],
  members: ReadonlyMap<string, Member>,
): Promise<Refusals> {
  const isSeen = ({ memberCodeSelf }: AskedPair) => {
    const member = members.get(memberCodeSelf);
    return member !== undefined && isVisible(caller, member);
  };
  const related = await relatedPairs(sql, asked.filter(isSeen), members);
  const unseen = asked.filter((pair) => !isSeen(pair));
  const partners = await relatedToVisible(sql, caller, [...new Set(unseen.map((pair) => pair.memberCodePartner))]);
  const refusals = new Map<AskedPair, readonly RefusedMember[]>();
  for (const pair of unseen) {
    const isKnown = partners.has(pair.memberCodePartner);
    refusals.set(pair, isKnown ? ['member_code_self'] : ['member_code_self', 'member_code_partner']);
  }
  for (const pair of asked) if (isSeen(pair) && !related.has(pair)) refusals.set(pair, ['member_code_partner']);
  return refusals;
}

const columnsOfEach = relationColumns({
  self: 'k.self',
  selfHeadOffice: 'k.self_head_office',
  partner: 'k.partner',
  partnerHeadOffice: 'k.partner_head_office',
});

async function relatedPairs(
  sql: Sql,
  asked: readonly AskedPair[],
  members: ReadonlyMap<string, Member>,
): Promise<ReadonlySet<AskedPair>> {
  const known = asked.filter(({ memberCodePartner }) => members.has(memberCodePartner));
  const headOffice = (code: string) => members.get(code)?.headOfficeMemberCode;
  const rows = await sql.query<Relation & { readonly place: string }>(
    `SELECT k.place, ${columnsOfEach} FROM ${textRows(sql.dialect, '$1', 'k', ['place', 'self', 'self_head_office', 'partner', 'partner_head_office'])}`,
    [
      JSON.stringify(
        known.map(({ memberCodeSelf: self, memberCodePartner: partner }, place) => [
          String(place),
          self,
          headOffice(self),
          partner,
          headOffice(partner),
        ]),
      ),
    ],
  );
  return new Set(rows.filter(isRelation).map(({ place }) => known[Number(place)] as AskedPair));
}

/** A pair for which the caller may send orders. */
interface TradedPair {
  readonly asked: Pick<AskedPair, 'catalogIds' | 'privateItemCodes'>;
  readonly buyer: Member;
  readonly seller: Member;
}

async function readTraded(sql: DatabaseSnapshot, traded: readonly TradedPair[]): Promise<OrderPair[]> {
  const buyers = [...new Set(traded.map(({ buyer }) => buyer))];
  const owners = await readMembers(
    sql,
    buyers.map(({ fcOwnerMemberCode }) => fcOwnerMemberCode),
  );
  const codes = traded.map(({ buyer, seller }) => ({ buyer: buyer.memberCode, seller: seller.memberCode }));
  const settings = await settingsOfPairs(sql, codes);
  const called = await customerCodes(sql, codes);
  const places = await placesOf(sql, buyers);
  const products = await productsOfPairs(
    sql,
    traded.map(({ asked, buyer, seller }) => ({ ...asked, buyer, seller: seller.memberCode })),
  );
  return traded.map(({ buyer, seller }, index) => {
    const pair = pairText(codes[index]!);
    return {
      buyer,
      seller,
      fcOwner: owners.get(buyer.fcOwnerMemberCode),
      sellersCustomerCode: called.get(pair) ?? '',
      settings: settings.get(pair)!,
      deliveryPlaces: places.get(buyer.memberCode) ?? [],
      products: products[index] ?? [],
    };
  });
}

const placeTable = tableOf(DeliveryPlaceEntity);

async function placesOf(sql: Sql, members: readonly Member[]): Promise<ReadonlyMap<string, readonly DeliveryPlace[]>> {
  const rows = await sql.query<object>(
    `SELECT ${placeTable.columns} FROM delivery_place WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}
     ORDER BY member_code, delivery_place_id`,
    [JSON.stringify(members.map(({ memberCode }) => memberCode))],
  );
  return Map.groupBy(rows.map(placeTable.read), ({ memberCode }) => memberCode);
}
