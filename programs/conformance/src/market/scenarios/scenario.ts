import type { Line } from '../products.js';

/** Rows of the settings. The rows apply to one buyer and the scenario's seller, or to all buyers of that seller. */
export interface ScenarioRows {
  readonly nottrade?: readonly Line[];
  readonly orderclosing?: readonly Line[];
  readonly orderblock?: readonly Line[];
}

/** A request about a product, and the answer that must follow from the contract. */
export interface Ask {
  readonly sendDate: string;
  /** The number of the product in the scenario. By default, the first. */
  readonly product?: number;
  readonly hope?: string;
  /** The buyer. By default, `head`. */
  readonly buyer?: 'head' | 'store';
  /** The expected delivery date, or `""` if there is none. */
  readonly gives: string;
  readonly error?: string;
}

/**
 * A product of a scenario: its owner, and the fields in which it differs from a line that can be ordered immediately.
 */
export interface ScenarioProduct {
  readonly catalog?: Line;
  readonly orderTo?: string;
  readonly owner?: 'head' | 'store';
  /**
   * The product whose id this product shares. By default a product has its own id. A product of the other owner in the
   * same scenario may have the same id.
   */
  readonly sameIdAs?: number;
}

/**
 * A scenario shows one rule of the shortest delivery date. The scenario has its own seller, with settings and products
 * that show the rule.
 */
export interface Scenario {
  readonly says: string;
  readonly source: string;
  /** The rows that apply to the buyer `head` and this seller. */
  readonly pair?: ScenarioRows;
  /** The rows that the seller has set for all its buyers. */
  readonly general?: ScenarioRows;
  readonly nonCounting?: readonly string[];
  /** By default there is one product. */
  readonly products?: readonly ScenarioProduct[];
  readonly asks: readonly Ask[];
}

/** Returns a closing time that applies on every day. */
export function closing(change: Line = {}): Line {
  return {
    oct_set_buyer_or_seller: '1',
    set_id: 'A',
    set_no: '1',
    app_ord_flg: '1',
    target: '0',
    closing_time: '15:00',
    delivery_period: '0',
    change_app_date: '',
    ...change,
  };
}

/** Returns a non-trading day row that refuses delivery on Fridays. */
export function nonTrading(change: Line = {}): Line {
  return {
    establish_flg: '1',
    prohibit_flg: '0',
    week_flg: '0000010',
    warning_type: '0',
    holiday_flg: '0',
    ...change,
  };
}

/** Returns a product with the given lead time and otherwise ordinary values. */
export function leadTime(days: string): ScenarioProduct {
  return { catalog: { lead_time: days } };
}

export const settingCodes = 'open-points: setting-codes';
export const settingEdges = 'open-points: edges-of-the-settings';
export const howFound = 'open-points: how-the-shortest-delivery-date-is-found';
