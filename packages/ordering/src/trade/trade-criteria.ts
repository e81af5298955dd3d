import {
  downloads,
  itemCodeKind,
  type RequestValues,
  statusSet,
  type tradeRequest,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from '../download/download-caller.js';
import { type DownloadCriteria, downloadCriteria } from '../download/download-criteria.js';
import type { Member } from '../member/member.js';

/** A validated trade request (Spec 4.8). */
export type TradeFilters = RequestValues<typeof tradeRequest>;

/** The caller and the request of a trade download. */
export type TradeCriteria = DownloadCriteria<TradeFilters>;

/** Combines a validated trade request with its caller. Fields that have no effect are left out (Spec 4.8). */
export function tradeCriteria(caller: DownloadCaller, request: TradeFilters): TradeCriteria {
  const criteria = downloadCriteria(downloads.trade, caller, withItemKind(request));
  const { status_set: set, ...others } = criteria.request;
  const isMeant = set === statusSet.normalAndPurchase && others.status_code === undefined;
  return isMeant ? { ...criteria, request: others } : criteria;
}

/**
 * `item_code_kind` says which kind of code `item_code` contains. Without an `item_code`, the field `item_code_kind` has no
 * effect.
 */
function withItemKind(request: TradeFilters): TradeFilters {
  const kind = (request.item_code ?? '') === '' ? undefined : request.item_code_kind || itemCodeKind.itemId;
  return { ...request, item_code_kind: kind };
}

/**
 * Returns the kinds of slips that a request selects. Without `status_set` and `status_code`, a request selects normal slips and
 * purchase slips.
 */
export function kindsOf({ status_set: set, status_code: codes }: TradeFilters): readonly string[] | undefined {
  if (set === undefined && codes !== undefined) return undefined;
  if (set === undefined || set === statusSet.normalAndPurchase) return [statusSet.normal, statusSet.purchase];
  return [set];
}

/**
 * Returns the members whose slips are in a trade download. These are all members that the caller sees or, if the
 * request has lists of own members, only the members that match these lists.
 */
export function slipOwners({ request }: TradeCriteria, visible: readonly Member[]): string[] {
  return visible
    .filter(({ memberCode }) => request.member_codes?.includes(memberCode) ?? true)
    .filter(({ memberGroupCode }) => request.member_group_codes?.includes(memberGroupCode) ?? true)
    .map(({ memberCode }) => memberCode);
}
