import type { PartnerTerms } from '@trading-platform/domain-types';
import type { Day } from './common.js';
import type { DeliveryDateOfProduct } from './delivery-date.js';
import type { StoredRecord } from './records.js';

export type { ClosingTerm, NonTradingTerm, PartnerTerms, TradingDay } from '@trading-platform/domain-types';

/** Answer of `GET /api/company`. The name is absent if the member has no order yet, whose slip names it. */
export interface CompanyAnswer {
  readonly name?: string;
}

/** Answer of `GET /api/partners/{memberCode}?self=`. `self` is the member that trades with the partner, if it is not the user's own. */
export interface PartnerAnswer {
  readonly memberCode: string;
  readonly name: string;
  readonly customerCode: string;
  readonly isBlocked: boolean;
}

/** Answer of `GET /api/partners?cursor=`. */
export interface PartnersAnswer {
  readonly partners: readonly PartnerAnswer[];
  readonly nextCursor?: string;
}

/** Answer of `GET /api/partners/{memberCode}/terms?self=`. */
export interface PartnerTermsAnswer {
  /** As the platform sent them, with the names of the contract. */
  readonly terms: PartnerTerms;
}

/** Answer of `GET /api/partners/{memberCode}/products/{product}?self=`. `product` is a `catalog_id` or an `item_id`. */
export interface ProductAnswer {
  /** The record of the master as the platform sent it, with the names of the contract. */
  readonly product: StoredRecord;
  /** One element for each line of the order master, in its sequence. */
  readonly lines: readonly ProductLine[];
}

/** What a line of the order master means today. */
export interface ProductLine {
  readonly catalogId: string;
  /** A decimal. `0` if the line has no price. */
  readonly price: string;
  readonly reason: PriceReason;
  /** The price of the member as a franchise store. Absent if it is none, or the console may not ask. */
  readonly fcPrice?: number;
  /** The shortest delivery date of an order that is sent now. Absent if the line has no id, or the console may not ask. */
  readonly delivery?: DeliveryDateOfProduct;
}

/** Why a line has its price. */
export interface PriceReason {
  /** `approved`: a change of the price that was approved holds. `listed`: the price of the line holds. */
  readonly kind: 'listed' | 'approved';
  /** The day by which the approved price is chosen. */
  readonly basis: 'order' | 'delivery';
  /** From which day the approved price holds. Absent if it holds at once, or there is none. */
  readonly from?: Day;
  /** The price that does not hold: the former one, or the one to come. Absent if there is no approved price. */
  readonly other?: string;
}
