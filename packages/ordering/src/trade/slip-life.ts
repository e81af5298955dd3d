/** The data about a slip that neither side's view contains. Times have the form `yyyy-MM-dd HH:mm:ss`, and absent values are `""`. */
export interface SlipLife {
  /**
   * The time until which the buyer may change or cancel the order, fixed when the order was sent. That time itself is too late.
   *
   * @see changeUntilRule
   */
  readonly changeUntil: string;
  /** The time at which the seller confirmed the order. */
  readonly confirmedAt: string;
  /** The prices that lines had in the order, by `trade_prod_id`, if a shipment has changed them. */
  readonly orderPrices: ReadonlyMap<string, string>;
  /** The quantities that were returned, by `trade_prod_id`. */
  readonly returned: ReadonlyMap<string, string>;
}

/** The life of a slip about which nothing is stored yet, such as the new slip of a return. */
export const noLife: SlipLife = { changeUntil: '', confirmedAt: '', orderPrices: new Map(), returned: new Map() };
