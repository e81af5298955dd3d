import type { BothLanguages, Day } from './common.js';
import type { FieldError } from './errors.js';

/**
 * Body of `POST /api/delivery-date`. The body has the fields of Spec 4.5. Changes nothing. If `member_code_self` is
 * left out, the user's own member is meant.
 */
export interface DeliveryDateQuestion {
  readonly member_code_self?: string;
  readonly member_code_partner: string;
  /** `yyyy-MM-dd HH:mm:ss` in Japan time. If `send_date` is left out, the current time is used. */
  readonly send_date?: string;
  readonly details_list: readonly { readonly catalog_id: string; readonly hope_delivery_date?: Day }[];
}

/**
 * One rule that was applied. An answer lists the applied rules in their order. `from` is the delivery day before the
 * rule was applied, and `to` the delivery day afterwards. Both days are equal if the rule changed nothing.
 */
export interface DeliveryStep {
  readonly rule: string;
  readonly from: Day;
  readonly to: Day;
  /**
   * The periods whose days a lead time does not count, in order. Both ends of a period are included. The list is empty
   * for every other rule.
   */
  readonly notCounted: readonly { readonly first: Day; readonly last: Day }[];
  readonly text: BothLanguages;
}

/** The answer for one product. The answers are in the order of the products in the request. */
export interface DeliveryDateOfProduct {
  readonly catalogId: string;
  /**
   * The date is absent if no delivery is possible (`E000012`, `E000014`, `E000016`). With `E000017` the date is the
   * earliest possible date.
   */
  readonly shortestDay?: Day;
  readonly errors: readonly FieldError[];
  readonly steps: readonly DeliveryStep[];
}

/** Answer of `POST /api/delivery-date`. */
export interface DeliveryDateAnswer {
  readonly products: readonly DeliveryDateOfProduct[];
  /** The request with `send_date` filled in. Therefore a shared address asks the same question again. */
  readonly question: DeliveryDateQuestion;
}

/** Answer of `GET /api/products?cursor=`, which contains lines of the order master. */
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
