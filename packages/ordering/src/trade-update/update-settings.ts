/** The rules of updates that an installation may set (decision "Updates of slips" in docs/open-points.md). */
export interface UpdateSettings {
  /** The percentage by which a shipped quantity may be above the ordered quantity. */
  readonly shipQuantityAbovePercent: number;
  /** The percentage by which a shipped price may be above the price of the order, for goods with market prices. */
  readonly shipPriceAbovePercent: number;
  /** The number of days after `receipt_day` on which goods can be returned. */
  readonly returnDays: number;
}

/** The default rules, which an installation may change. */
export const defaultUpdateSettings: UpdateSettings = {
  shipQuantityAbovePercent: 0,
  shipPriceAbovePercent: 0,
  returnDays: 90,
};
