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
import { codeOfChoice, withoutAbsent } from '../download/given-values.js';
import { slipDates, type TradeCriteria } from './trade-criteria.js';

const kindOfItem = {
  item: itemCodeKind.itemId,
  privateItem: itemCodeKind.privateItemId,
  catalog: itemCodeKind.myCatalogId,
};

/** A request that selects what the criteria say (Spec 4.8). */
export function tradeRequestOf(criteria: TradeCriteria): TradeRequest {
  const { item } = criteria;
  return withoutAbsent({
    target_date_set: String(slipDates.indexOf(criteria.date)),
    target_date_from: criteria.from,
    target_date_to: criteria.to,
    status_set: statusSetOf(criteria),
    status_code: criteria.statusCodes,
    use_ac_svc: codeOfChoice(criteria.paymentAgency, useAcSvc.used, useAcSvc.unused),
    perusal_flg: codeOfChoice(criteria.confirmed, perusalFlg.confirmed, perusalFlg.unconfirmed),
    not_downloaded_flg: codeOfChoice(criteria.downloaded, notDownloadedFlg.downloaded, notDownloadedFlg.notDownloaded),
    comment_exist: codeOfChoice(criteria.comment, commentExist.present, commentExist.none),
    mod_flg: codeOfChoice(criteria.modified, modFlg.changed, modFlg.unchanged),
    resend_flg: codeOfChoice(criteria.resent, resendFlg.resent, resendFlg.notResent),
    item_code_kind: item && kindOfItem[item.by],
    item_code: item?.code,
    trade_id: criteria.tradeIds,
    client_member_codes: criteria.partnerMemberCodes,
    client_group_codes: criteria.partnerGroupCodes,
    client_codes: criteria.customerCodes,
    delivery_place_id: criteria.deliveryPlaceIds,
    member_codes: criteria.memberCodes,
    member_group_codes: criteria.memberGroupCodes,
    group_codes: criteria.groupCodes,
    fc_owner_group_codes: criteria.fcOwnerCodes,
    fc_owner_member_codes: criteria.fcOwnerMemberCodes,
  });
}

/** Normal and purchase slips are what a request without `status_set` and `status_code` means. */
function statusSetOf({ kinds, statusCodes }: TradeCriteria): string | undefined {
  if (kinds === undefined || kinds.length === 1) return kinds?.[0];
  return statusCodes === undefined ? undefined : statusSet.normalAndPurchase;
}
