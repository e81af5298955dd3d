/** The rules of updates that an installation may set (decision "Updates of slips" in docs/open-points.md). */
export interface UpdateSettings {
  /** By how many percent a shipped quantity may be above the ordered one. */
  readonly shipQuantityAbovePercent: number;
  /** By how many percent a shipped price may be above the price of the order, for goods with market prices. */
  readonly shipPriceAbovePercent: number;
  /** For how many days after `receipt_day` goods can be returned. */
  readonly returnDays: number;
}

/** What holds unless an installation sets something else. */
export const defaultUpdateSettings: UpdateSettings = {
  shipQuantityAbovePercent: 0,
  shipPriceAbovePercent: 0,
  returnDays: 90,
};
