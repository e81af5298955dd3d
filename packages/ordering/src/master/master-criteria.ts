import {
  existMc,
  type MasterRequest,
  prodKind,
  sellStop,
  shareItem,
  withoutHidden,
} from '@trading-platform/domain-types';
import { givenCode, givenList, givenText } from '../download/given-values.js';
import { inByteOrder } from '../member/byte-order.js';
import type { Member } from '../member/member.js';

/** A master request after validation. Lists are plain strings, and empty means the same as absent (Spec 4.7). */
export type MasterFilters = {
  readonly [Name in Exclude<keyof MasterRequest, 'response_type'>]?:
    | (Name extends `${string}_list` ? readonly string[] : string)
    | undefined;
};

/** What a master download selects, as plain JSON. An undefined field does not filter. */
export interface MasterCriteria {
  readonly callerMemberCode: string;
  readonly catalog: CatalogCriteria;
  readonly buy: BuyCriteria;
  readonly memberCodes?: readonly string[] | undefined;
  readonly memberGroupCodes?: readonly string[] | undefined;
  readonly groupCodes?: readonly string[] | undefined;
  readonly partnerMemberCodes?: readonly string[] | undefined;
  readonly partnerGroupCodes?: readonly string[] | undefined;
  readonly customerCodes?: readonly string[] | undefined;
  readonly fcOwnerMemberCodes?: readonly string[] | undefined;
  readonly fcOwnerCodes?: readonly string[] | undefined;
}

/** Filters on `catalog` lines. One line of a record must pass all of them. */
export interface CatalogCriteria {
  /** Only products that have an order-master line. */
  readonly exists?: true | undefined;
  readonly foodCatLargeCode?: string | undefined;
  readonly foodCatMiddleCode?: string | undefined;
  readonly foodCatSmallCode?: string | undefined;
  readonly stopped?: boolean | undefined;
  readonly shownOnly?: true | undefined;
  readonly shared?: boolean | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
}

/** Filters on `buy` lines. One line of a record must pass all of them. */
export interface BuyCriteria {
  readonly ownProcessed?: boolean | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
}

/** Turns a validated master request into what it selects (Spec 4.7). */
export function masterCriteria(callerMemberCode: string, request: MasterFilters): MasterCriteria {
  return {
    callerMemberCode,
    catalog: {
      exists: givenCode(request.exist_mc, existMc.all) === undefined ? undefined : true,
      foodCatLargeCode: givenText(request.food_cat_large_code),
      foodCatMiddleCode: givenText(request.food_cat_middle_code),
      foodCatSmallCode: givenText(request.food_cat_small_code),
      stopped: choice(request.sell_stop, sellStop.stopped, sellStop.onSale),
      shownOnly: givenCode(request.without_hidden, withoutHidden.all) === undefined ? undefined : true,
      shared: choice(request.share_item, shareItem.shared, shareItem.notShared),
      updatedFrom: givenText(request.mc_upd_date_from),
      updatedTo: givenText(request.mc_upd_date_to),
    },
    buy: {
      ownProcessed: choice(request.prod_kind, prodKind.ownProcessed, prodKind.purchased),
      updatedFrom: givenText(request.buy_upd_date_from),
      updatedTo: givenText(request.buy_upd_date_to),
    },
    memberCodes: givenList(request.member_code_list),
    memberGroupCodes: givenList(request.member_group_code_list),
    groupCodes: givenList(request.group_code_list),
    partnerMemberCodes: givenList(request.client_member_code_list),
    partnerGroupCodes: givenList(request.client_group_code_list),
    customerCodes: givenList(request.client_code_list),
    fcOwnerMemberCodes: givenList(request.fc_owner_member_code_list),
    fcOwnerCodes: givenList(request.fc_owner_code_list),
  };
}

function choice(value: string | undefined, yes: string, no: string): boolean | undefined {
  if (value === yes) return true;
  return value === no ? false : undefined;
}

/**
 * The members whose products a master download delivers, in byte order. Without a list about own members, their groups or FC
 * owners, it is the caller alone. With such lists, it is every member that the caller sees and that the lists name.
 */
export function ownMembers(criteria: MasterCriteria, visible: readonly Member[]): string[] {
  const { memberCodes, memberGroupCodes, groupCodes, fcOwnerMemberCodes, fcOwnerCodes, callerMemberCode } = criteria;
  const lists = [memberCodes, memberGroupCodes, groupCodes, fcOwnerMemberCodes, fcOwnerCodes];
  const own = lists.every((list) => list === undefined);
  return visible
    .filter(({ memberCode }) => !own || memberCode === callerMemberCode)
    .filter(within(memberCodes, ({ memberCode }) => memberCode))
    .filter(within(memberGroupCodes, ({ memberGroupCode }) => memberGroupCode))
    .filter(within(fcOwnerMemberCodes, ({ fcOwnerMemberCode }) => fcOwnerMemberCode))
    .filter(within(fcOwnerCodes, ({ fcOwnerCode }) => fcOwnerCode))
    .map(({ memberCode }) => memberCode)
    .toSorted(inByteOrder);
}

function within(list: readonly string[] | undefined, codeOf: (member: Member) => string): (member: Member) => boolean {
  if (list === undefined) return () => true;
  const codes = new Set(list);
  return (member) => codes.has(codeOf(member));
}
