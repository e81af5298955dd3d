/** One row of a setting, as a download delivers it. */
export type SettingRow = Readonly<Record<string, string>>;

/** A row, and whether the seller has set it for all its buyers. */
export interface PlacedRow {
  readonly row: SettingRow;
  readonly isGeneral: boolean;
}

/** The four settings between one buyer and one seller, including the rows that the seller has set for all buyers. */
export interface PairSettings {
  readonly nonTrading: readonly PlacedRow[];
  readonly closing: readonly PlacedRow[];
  /** The seller's lead-time non-counting days, as `yyyy-MM-dd`. */
  readonly nonCounting: ReadonlySet<string>;
  readonly blocks: readonly PlacedRow[];
}

/** The part of an order-master line on which delivery dates depend. */
export interface OrderedProduct {
  readonly leadTime: string;
  /** The `member_code_order_to` of the line's master record. */
  readonly orderTo: string;
}

/**
 * Returns the rows that apply to a product. A row with an order destination applies only to products with the same
 * destination.
 */
export function concerning(rows: readonly PlacedRow[], { orderTo }: OrderedProduct): readonly PlacedRow[] {
  return rows.filter(({ row }) => {
    const destination = row['member_code_order_to'] ?? '';
    return destination === '' || destination === orderTo;
  });
}
