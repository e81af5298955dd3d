import type { NotOrderable, OrderMasterLine } from '../master/order-master-line.js';
import type { CivilDay } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import type { NonTradingReason } from './non-trading-day.js';

/**
 * One rule of the shortest delivery date at work: what it found, and from which day to which it moved the date.
 * `from` and `to` differ exactly where the rule moved the date.
 */
export type DeliveryStep =
  | { readonly rule: 'order-master-line'; readonly owner: OrderMasterLine['owner'] }
  | { readonly rule: 'not-orderable'; readonly reason: NotOrderable }
  | { readonly rule: 'order-block'; readonly general: boolean }
  | { readonly rule: 'sent'; readonly to: CivilDay; readonly second: number }
  /** The sending day is a reception day and still open. */
  | { readonly rule: 'before-closing'; readonly to: CivilDay; readonly setting: ClosingSetting }
  | {
      readonly rule: 'closing-time';
      readonly from: CivilDay;
      readonly to: CivilDay;
      readonly setting: ClosingSetting;
    }
  /** Days without reception, because the seller does not work orders. */
  | { readonly rule: 'no-reception-non-counting'; readonly from: CivilDay; readonly to: CivilDay }
  /** Days without reception, because closing settings apply and none matches. */
  | { readonly rule: 'no-reception-closing'; readonly from: CivilDay; readonly to: CivilDay }
  | { readonly rule: 'reception-day'; readonly to: CivilDay; readonly setting: ClosingSetting | undefined }
  | {
      readonly rule: 'lead-time';
      readonly from: CivilDay;
      readonly to: CivilDay;
      /** Counted days: the greater of the next two. */
      readonly days: number;
      readonly leadTime: number;
      readonly deliveryPeriod: number;
      /** Non-counting days passed over. */
      readonly passedOver: readonly CivilDay[];
    }
  | {
      readonly rule: 'non-trading-day';
      readonly from: CivilDay;
      readonly to: CivilDay;
      readonly reason: NonTradingReason;
    }
  | { readonly rule: 'warning'; readonly to: CivilDay; readonly reason: NonTradingReason }
  /** Days outside the kept calendar of national holidays were looked at. */
  | { readonly rule: 'holidays-unknown'; readonly known: { readonly first: CivilDay; readonly last: CivilDay } }
  | { readonly rule: 'no-date'; readonly limit: CivilDay }
  | { readonly rule: 'shortest'; readonly to: CivilDay }
  | { readonly rule: 'wish-possible'; readonly wish: CivilDay }
  | { readonly rule: 'wish-too-early'; readonly wish: CivilDay; readonly shortest: CivilDay }
  | { readonly rule: 'wish-non-trading'; readonly wish: CivilDay; readonly reason: NonTradingReason }
  | { readonly rule: 'wish-warning'; readonly wish: CivilDay; readonly reason: NonTradingReason };
