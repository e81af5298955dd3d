import type { BothLanguages, Day } from './common.js';
import type { FieldError } from './errors.js';

/** Body of `POST /api/delivery-date`: the request of 4.5. Changes nothing. `member_code_self` default: the user's own. */
export interface DeliveryDateQuestion {
  readonly member_code_self?: string;
  readonly member_code_partner: string;
  /** `yyyy-MM-dd HH:mm:ss`, Japan time; now if left out. */
  readonly send_date?: string;
  readonly details_list: readonly { readonly catalog_id: string; readonly hope_delivery_date?: Day }[];
}

/**
 * One rule that was applied, in the order of application. `from` and `to` are the day before and after it; equal if the rule moved nothing.
 */
export interface DeliveryStep {
  readonly rule: string;
  readonly from: Day;
  readonly to: Day;
  /** The days that a lead time passes over, both ends included, in their order; empty with every other rule. */
  readonly notCounted: readonly { readonly first: Day; readonly last: Day }[];
  readonly text: BothLanguages;
}

/** The answer for one product, in the order of the question. */
export interface DeliveryDateOfProduct {
  readonly catalogId: string;
  /** Absent where there is none (`E000012`, `E000014`, `E000016`). With `E000017` it is the shortest possible one. */
  readonly shortestDay?: Day;
  readonly errors: readonly FieldError[];
  readonly steps: readonly DeliveryStep[];
}

/** Answer of `POST /api/delivery-date`. */
export interface DeliveryDateAnswer {
  readonly products: readonly DeliveryDateOfProduct[];
  /** The question, with `send_date` filled in: for a shareable address. */
  readonly question: DeliveryDateQuestion;
}

/** Answer of `GET /api/partners?cursor=`. */
export interface PartnersAnswer {
  readonly partners: readonly {
    readonly memberCode: string;
    readonly name: string;
    readonly customerCode: string;
    readonly isBlocked: boolean;
  }[];
  readonly nextCursor?: string;
}

/** Answer of `GET /api/products?cursor=`: lines of the order master. */
export interface ProductsAnswer {
  readonly products: readonly {
    readonly catalogId: string;
    readonly name: string;
    readonly spec: string;
    readonly unit: string;
    readonly privateItemCode: string;
    readonly leadTime: string;
  }[];
  readonly nextCursor?: string;
}
