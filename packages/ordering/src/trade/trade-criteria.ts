import {
  commentExist,
  itemCodeKind,
  modFlg,
  notDownloadedFlg,
  perusalFlg,
  resendFlg,
  statusSet,
  type TradeRequest,
  useAcSvc,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from '../download/download-caller.js';
import { givenCode, givenList, givenText } from '../download/given-values.js';
import type { Member } from '../member/member.js';

type Lists =
  | 'status_code'
  | 'trade_id'
  | 'delivery_place_id'
  | 'client_member_codes'
  | 'client_group_codes'
  | 'client_codes'
  | 'member_codes'
  | 'member_group_codes'
  | 'group_codes'
  | 'fc_owner_group_codes'
  | 'fc_owner_member_codes';
type Period = 'target_date_set' | 'target_date_from' | 'target_date_to';

/** A trade request after validation. Lists are plain strings, and empty means the same as absent (Spec 4.8). */
export type TradeFilters = { readonly [Name in Period]: string } & {
  readonly [Name in Exclude<keyof TradeRequest, Period | 'response_type'>]?:
    | (Name extends Lists ? readonly string[] : string)
    | undefined;
};

/** The dates that a period can be about, in the order of `target_date_set`. */
export const slipDates = [
  'update',
  'status',
  'order',
  'plannedShipping',
  'shipping',
  'delivery',
  'receipt',
  'send',
] as const;
/** Which date of a slip a period is about. */
export type SlipDate = (typeof slipDates)[number];

/** The codes of a slip's lines that `item_code` is compared with, in the order of `item_code_kind`. */
const itemCodes = {
  [itemCodeKind.itemId]: 'item',
  [itemCodeKind.privateItemId]: 'privateItem',
  [itemCodeKind.myCatalogId]: 'catalog',
} as const;
/** Which code of a line `item_code` is compared with. */
export type ItemCode = (typeof itemCodes)[keyof typeof itemCodes];

/** What a trade download selects, as plain JSON. An undefined field does not filter. */
export interface TradeCriteria {
  readonly callerMemberCode: string;
  /** Absent in old batches: marks did not know clients then. */
  readonly callerClientId?: string | undefined;
  readonly date: SlipDate;
  /** `yyyy-MM-dd`, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly kinds?: readonly string[] | undefined;
  readonly statusCodes?: readonly string[] | undefined;
  /** Whether a payment agency is used. */
  readonly paymentAgency?: boolean | undefined;
  readonly confirmed?: boolean | undefined;
  /** By the caller's member with the caller's client, in the slip's current version. */
  readonly downloaded?: boolean | undefined;
  readonly comment?: boolean | undefined;
  readonly modified?: boolean | undefined;
  readonly resent?: boolean | undefined;
  readonly item?: { readonly by: ItemCode; readonly code: string } | undefined;
  readonly tradeIds?: readonly string[] | undefined;
  readonly partnerMemberCodes?: readonly string[] | undefined;
  readonly partnerGroupCodes?: readonly string[] | undefined;
  readonly customerCodes?: readonly string[] | undefined;
  readonly deliveryPlaceIds?: readonly string[] | undefined;
  readonly memberCodes?: readonly string[] | undefined;
  readonly memberGroupCodes?: readonly string[] | undefined;
  readonly groupCodes?: readonly string[] | undefined;
  readonly fcOwnerCodes?: readonly string[] | undefined;
  readonly fcOwnerMemberCodes?: readonly string[] | undefined;
}

/** Turns a validated trade request into what it selects (Spec 4.8). */
export function tradeCriteria({ memberCode, clientId }: DownloadCaller, request: TradeFilters): TradeCriteria {
  const statusCodes = givenList(request.status_code);
  return {
    callerMemberCode: memberCode,
    callerClientId: clientId,
    date: slipDates[Number(request.target_date_set)] ?? 'update',
    from: request.target_date_from,
    to: request.target_date_to,
    kinds: kindsOf(givenText(request.status_set), statusCodes),
    statusCodes,
    paymentAgency: isCode(request.use_ac_svc, useAcSvc.all, useAcSvc.used),
    confirmed: isCode(request.perusal_flg, perusalFlg.all, perusalFlg.confirmed),
    downloaded: isCode(request.not_downloaded_flg, notDownloadedFlg.all, notDownloadedFlg.downloaded),
    comment: isCode(request.comment_exist, commentExist.all, commentExist.present),
    modified: isCode(request.mod_flg, modFlg.all, modFlg.changed),
    resent: isCode(request.resend_flg, resendFlg.all, resendFlg.resent),
    item: itemOf(request.item_code_kind, givenText(request.item_code)),
    tradeIds: givenList(request.trade_id),
    partnerMemberCodes: givenList(request.client_member_codes),
    partnerGroupCodes: givenList(request.client_group_codes),
    customerCodes: givenList(request.client_codes),
    deliveryPlaceIds: givenList(request.delivery_place_id),
    memberCodes: givenList(request.member_codes),
    memberGroupCodes: givenList(request.member_group_codes),
    groupCodes: givenList(request.group_codes),
    fcOwnerCodes: givenList(request.fc_owner_group_codes),
    fcOwnerMemberCodes: givenList(request.fc_owner_member_codes),
  };
}

/** Without `status_set`, normal and purchase slips are meant. If the request names statuses, slips of all kinds are meant. */
function kindsOf(set: string | undefined, statusCodes: readonly string[] | undefined): readonly string[] | undefined {
  if (set === undefined && statusCodes !== undefined) return undefined;
  if (set === undefined || set === statusSet.normalAndPurchase) return [statusSet.normal, statusSet.purchase];
  return [set];
}

function isCode(value: string | undefined, all: string, wanted: string): boolean | undefined {
  const given = givenCode(value, all);
  return given === undefined ? undefined : given === wanted;
}

function itemOf(kind: string | undefined, code: string | undefined): TradeCriteria['item'] {
  if (code === undefined) return undefined;
  return { by: itemCodes[(givenText(kind) ?? itemCodeKind.itemId) as keyof typeof itemCodes], code };
}

/** The members whose slips a trade download delivers: all that the caller sees and that the lists about own members name. */
export function slipOwners({ memberCodes, memberGroupCodes }: TradeCriteria, visible: readonly Member[]): string[] {
  return visible
    .filter(({ memberCode }) => memberCodes?.includes(memberCode) ?? true)
    .filter(({ memberGroupCode }) => memberGroupCodes?.includes(memberGroupCode) ?? true)
    .map(({ memberCode }) => memberCode);
}
