import {
  existMc,
  type MasterRequest,
  prodKind,
  sellStop,
  shareItem,
  withoutHidden,
} from '@trading-platform/domain-types';
import { codeOfChoice, withoutAbsent } from '../download/given-values.js';
import type { MasterCriteria } from './master-criteria.js';

/** A request that selects what the criteria say (Spec 4.7). */
export function masterRequestOf({ catalog, buy, ...lists }: MasterCriteria): MasterRequest {
  return withoutAbsent({
    food_cat_large_code: catalog.foodCatLargeCode,
    food_cat_middle_code: catalog.foodCatMiddleCode,
    food_cat_small_code: catalog.foodCatSmallCode,
    exist_mc: catalog.exists && existMc.inOrderMaster,
    prod_kind: codeOfChoice(buy.ownProcessed, prodKind.ownProcessed, prodKind.purchased),
    sell_stop: codeOfChoice(catalog.stopped, sellStop.stopped, sellStop.onSale),
    without_hidden: catalog.shownOnly && withoutHidden.shownOnly,
    share_item: codeOfChoice(catalog.shared, shareItem.shared, shareItem.notShared),
    buy_upd_date_from: buy.updatedFrom,
    buy_upd_date_to: buy.updatedTo,
    mc_upd_date_from: catalog.updatedFrom,
    mc_upd_date_to: catalog.updatedTo,
    member_code_list: lists.memberCodes,
    member_group_code_list: lists.memberGroupCodes,
    group_code_list: lists.groupCodes,
    client_member_code_list: lists.partnerMemberCodes,
    client_group_code_list: lists.partnerGroupCodes,
    client_code_list: lists.customerCodes,
    fc_owner_member_code_list: lists.fcOwnerMemberCodes,
    fc_owner_code_list: lists.fcOwnerCodes,
  });
}
