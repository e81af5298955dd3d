/** One row of a setting, as a download delivers it. */
export type SettingRow = Readonly<Record<string, string>>;

/** A row, and whether the seller has set it for all its buyers. */
export interface PlacedRow {
  readonly row: SettingRow;
  readonly isGeneral: boolean;
}

/** The four settings of one buyer and one seller, with the general rows of the seller. */
export interface PairSettings {
  readonly nonTrading: readonly PlacedRow[];
  readonly closing: readonly PlacedRow[];
  /** `yyyy-MM-dd` of the seller's lead-time non-counting days. */
  readonly nonCounting: ReadonlySet<string>;
  readonly blocks: readonly PlacedRow[];
}

/** An order-master line, as far as delivery dates depend on it. */
export interface OrderedProduct {
  readonly leadTime: string;
  /** `member_code_order_to` of its master record. */
  readonly orderTo: string;
}

/** The rows that concern a product: a row with an order destination is only about products with that destination. */
export function concerning(rows: readonly PlacedRow[], { orderTo }: OrderedProduct): readonly PlacedRow[] {
  return rows.filter(({ row }) => {
    const destination = row['member_code_order_to'] ?? '';
    return destination === '' || destination === orderTo;
  });
}
