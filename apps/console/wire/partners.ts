import type { PartnerTerms } from '@trading-platform/domain-types';
import type { Day } from './common.js';
import type { DeliveryDateOfProduct } from './delivery-date.js';
import type { StoredRecord } from './records.js';

export type { ClosingTerm, NonTradingTerm, PartnerTerms, TradingDay } from '@trading-platform/domain-types';

/** Answer of `GET /api/company`. The name comes from a slip, so it is absent if the member has no order yet. */
export interface CompanyAnswer {
  readonly name?: string;
}

/**
 * Answer of `GET /api/partners/{memberCode}?self=`. `self` is the member that trades with the partner. It is left out
 * for the user's own member.
 */
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

/** A line of the order master, with its price and its delivery date today. */
export interface ProductLine {
  readonly catalogId: string;
  /** A decimal. `0` if the line has no price. */
  readonly price: string;
  readonly reason: PriceReason;
  /**
   * The price that the member pays as a franchise store. Absent if the member is no franchise store, or if the console
   * may not ask.
   */
  readonly fcPrice?: number;
  /**
   * The earliest delivery date of an order that is sent now. Absent if the line has no id, or if the console may not
   * ask.
   */
  readonly delivery?: DeliveryDateOfProduct;
}

/** The reason for the price of a line. */
export interface PriceReason {
  /** `approved`: an approved change of the price applies. `listed`: the price of the line applies. */
  readonly kind: 'listed' | 'approved';
  /** Which day of an order decides whether the approved price applies. */
  readonly basis: 'order' | 'delivery';
  /** The first day of the approved price. Absent if it applies at once, or if there is none. */
  readonly from?: Day;
  /**
   * The price that does not apply today: the former price or the future price. Absent if there is no approved price.
   */
  readonly other?: string;
}
