import {
  type CommentExist,
  commentExist,
  type ItemCodeKind,
  itemCodeKind,
  type ModFlg,
  maxElements,
  maxLength,
  modFlg,
  type NotDownloadedFlg,
  notDownloadedFlg,
  type PerusalFlg,
  perusalFlg,
  type ResendFlg,
  resendFlg,
  type SlipStatus,
  type StatusSet,
  slipStatus,
  statusSet,
  type TargetDateSet,
  targetDateSet,
  type UseAcSvc,
  useAcSvc,
} from '@trading-platform/domain-types';
import { madeBy } from './class-origin.js';
import {
  CodeList,
  Day,
  NamesMembers,
  NotBefore,
  OneOf,
  Optional,
  PeriodOfDays,
  Required,
  ResponseType,
  Text,
} from './rules.js';

/**
 * The request class of a trade download. Call it once, because every call makes a new class.
 *
 * @param maxPeriodDays longest period in days, both ends counted; any period if it is undefined
 */
export function tradeDownloadRequest(maxPeriodDays?: number) {
  class TradeDownloadRequest {
    @ResponseType()
    response_type?: string;

    @Required()
    @OneOf(targetDateSet)
    target_date_set!: TargetDateSet;

    @Required()
    @Day()
    target_date_from!: string;

    @Required()
    @Day()
    @NotBefore('target_date_from')
    @PeriodOfDays('target_date_from', maxPeriodDays)
    target_date_to!: string;

    @Optional()
    @OneOf(statusSet)
    status_set?: StatusSet;

    @Optional()
    @CodeList(maxElements.status_code, slipStatus)
    status_code?: readonly SlipStatus[];

    @Optional()
    @OneOf(useAcSvc)
    use_ac_svc?: UseAcSvc;

    @Optional()
    @OneOf(perusalFlg)
    perusal_flg?: PerusalFlg;

    @Optional()
    @OneOf(notDownloadedFlg)
    not_downloaded_flg?: NotDownloadedFlg;

    @Optional()
    @OneOf(commentExist)
    comment_exist?: CommentExist;

    @Optional()
    @OneOf(modFlg)
    mod_flg?: ModFlg;

    @Optional()
    @OneOf(resendFlg)
    resend_flg?: ResendFlg;

    @Optional()
    @OneOf(itemCodeKind)
    item_code_kind?: ItemCodeKind;

    @Optional()
    @Text(maxLength.item_code)
    item_code?: string;

    @Optional()
    @CodeList(maxElements.trade_id)
    trade_id?: readonly string[];

    @Optional()
    @CodeList(maxElements.client_member_codes)
    client_member_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.client_group_codes)
    client_group_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.client_codes)
    client_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.delivery_place_id)
    delivery_place_id?: readonly string[];

    @Optional()
    @CodeList(maxElements.member_codes)
    @NamesMembers('visible')
    member_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.member_group_codes)
    member_group_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.group_codes)
    group_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.fc_owner_group_codes)
    fc_owner_group_codes?: readonly string[];

    @Optional()
    @CodeList(maxElements.fc_owner_member_codes)
    fc_owner_member_codes?: readonly string[];
  }
  return madeBy('tradeDownloadRequest', [maxPeriodDays], TradeDownloadRequest);
}

/** Body of a trade download request (Spec 4.8). */
export type TradeDownloadRequest = InstanceType<ReturnType<typeof tradeDownloadRequest>>;
