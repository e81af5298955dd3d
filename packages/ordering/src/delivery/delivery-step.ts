import type { NotOrderable, OrderMasterLine } from '../master/order-master-line.js';
import type { CivilDay } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import type { NonTradingReason } from './non-trading-day.js';

/** What one rule of the shortest delivery date found. `from` and `to` differ if the rule moved the date. */
export type DeliveryStep =
  | { readonly rule: 'order-master-line'; readonly owner: OrderMasterLine['owner'] }
  | { readonly rule: 'not-orderable'; readonly reason: NotOrderable }
  | { readonly rule: 'order-block'; readonly general: boolean }
  | { readonly rule: 'sent'; readonly to: CivilDay; readonly second: number }
  /** The order was sent on a reception day, before the closing time. */
  | { readonly rule: 'before-closing'; readonly to: CivilDay; readonly setting: ClosingSetting }
  | {
      readonly rule: 'closing-time';
      readonly from: CivilDay;
      readonly to: CivilDay;
      readonly setting: ClosingSetting;
    }
  /** Days without reception, because the seller does not handle orders on them. */
  | { readonly rule: 'no-reception-non-counting'; readonly from: CivilDay; readonly to: CivilDay }
  /** Days without reception, because closing settings apply and none matches. */
  | { readonly rule: 'no-reception-closing'; readonly from: CivilDay; readonly to: CivilDay }
  | { readonly rule: 'reception-day'; readonly to: CivilDay; readonly setting: ClosingSetting | undefined }
  | {
      readonly rule: 'lead-time';
      readonly from: CivilDay;
      readonly to: CivilDay;
      /** The counted days: the greater of the next two numbers. */
      readonly days: number;
      readonly leadTime: number;
      readonly deliveryPeriod: number;
      /** Non-counting days that were skipped. */
      readonly passedOver: readonly CivilDay[];
    }
  | {
      readonly rule: 'non-trading-day';
      readonly from: CivilDay;
      readonly to: CivilDay;
      readonly reason: NonTradingReason;
    }
  | { readonly rule: 'warning'; readonly to: CivilDay; readonly reason: NonTradingReason }
  /** The date depends on days for which no national holidays are known. */
  | { readonly rule: 'holidays-unknown'; readonly known: { readonly first: CivilDay; readonly last: CivilDay } }
  | { readonly rule: 'no-date'; readonly limit: CivilDay }
  | { readonly rule: 'shortest'; readonly to: CivilDay }
  | { readonly rule: 'wish-possible'; readonly wish: CivilDay }
  | { readonly rule: 'wish-too-early'; readonly wish: CivilDay; readonly shortest: CivilDay }
  | { readonly rule: 'wish-non-trading'; readonly wish: CivilDay; readonly reason: NonTradingReason }
  | { readonly rule: 'wish-warning'; readonly wish: CivilDay; readonly reason: NonTradingReason };
