import type { Line } from '../products.js';

/** Rows of the settings between a buyer and the seller of a scenario, or of the seller for all its buyers. */
export interface ScenarioRows {
  readonly nottrade?: readonly Line[];
  readonly orderclosing?: readonly Line[];
  readonly orderblock?: readonly Line[];
}

/** A question about a product, and the answer that follows from the contract. */
export interface Ask {
  readonly sendDate: string;
  /** Which product of the scenario; default: the first. */
  readonly product?: number;
  readonly hope?: string;
  /** Who buys; default: `head`. */
  readonly buyer?: 'head' | 'store';
  /** `""` if there is none. */
  readonly gives: string;
  readonly error?: string;
}

/** A product of a scenario: its owner, and its differences from a line that can be ordered at once. */
export interface ScenarioProduct {
  readonly catalog?: Line;
  readonly orderTo?: string;
  readonly owner?: 'head' | 'store';
  /** Default: an id of its own. A product of the other owner in the scenario may have the same id. */
  readonly sameIdAs?: number;
}

/** One rule of the shortest delivery date: a seller of its own, whose settings and products show it. */
export interface Scenario {
  readonly says: string;
  readonly source: string;
  /** The rows of the pair of `head` and the seller. */
  readonly pair?: ScenarioRows;
  /** The seller's rows for all its buyers. */
  readonly general?: ScenarioRows;
  readonly nonCounting?: readonly string[];
  /** Default: one product. */
  readonly products?: readonly ScenarioProduct[];
  readonly asks: readonly Ask[];
}

/** A closing time of every day that applies. */
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

/** A non-trading day that refuses: Fridays. */
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

/** A product with a lead time and nothing else that matters. */
export function leadTime(days: string): ScenarioProduct {
  return { catalog: { lead_time: days } };
}

export const settingCodes = 'open-points: setting-codes';
export const settingEdges = 'open-points: edges-of-the-settings';
export const howFound = 'open-points: how-the-shortest-delivery-date-is-found';
