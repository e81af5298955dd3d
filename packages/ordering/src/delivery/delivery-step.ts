import type { NotOrderable, OrderMasterLine } from '../master/order-master-line.js';
import type { CivilDay } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import type { NonTradingReason } from './non-trading-day.js';

/** The result of one rule in the calculation of the shortest delivery date. `from` and `to` differ if the rule moved the date. */
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
  /** The seller receives no orders on these days, because they are lead-time non-counting days. */
  | { readonly rule: 'no-reception-non-counting'; readonly from: CivilDay; readonly to: CivilDay }
  /** The seller receives no orders on these days, because closing settings are in force but none matches these days. */
  | { readonly rule: 'no-reception-closing'; readonly from: CivilDay; readonly to: CivilDay }
  | { readonly rule: 'reception-day'; readonly to: CivilDay; readonly setting: ClosingSetting | undefined }
  | {
      readonly rule: 'lead-time';
      readonly from: CivilDay;
      readonly to: CivilDay;
      /** The number of days to count: the greater of `leadTime` and `deliveryPeriod`. */
      readonly days: number;
      readonly leadTime: number;
      readonly deliveryPeriod: number;
      /** The non-counting days that were skipped. */
      readonly passedOver: readonly CivilDay[];
    }
  | {
      readonly rule: 'non-trading-day';
      readonly from: CivilDay;
      readonly to: CivilDay;
      readonly reason: NonTradingReason;
    }
  | { readonly rule: 'warning'; readonly to: CivilDay; readonly reason: NonTradingReason }
  /** The calculated date depends on days for which the national holidays are not known. */
  | { readonly rule: 'holidays-unknown'; readonly known: { readonly first: CivilDay; readonly last: CivilDay } }
  | { readonly rule: 'no-date'; readonly limit: CivilDay }
  | { readonly rule: 'shortest'; readonly to: CivilDay }
  | { readonly rule: 'wish-possible'; readonly wish: CivilDay }
  | { readonly rule: 'wish-too-early'; readonly wish: CivilDay; readonly shortest: CivilDay }
  | { readonly rule: 'wish-non-trading'; readonly wish: CivilDay; readonly reason: NonTradingReason }
  | { readonly rule: 'wish-warning'; readonly wish: CivilDay; readonly reason: NonTradingReason };
