/** The names that `--size` accepts, each with its number of master records. */
export const namedSizes = { small: 1_000, medium: 20_000, large: 200_000 } as const;

export const largestMarket = 5_000_000;

/** How many things of each kind the market has. */
export interface MarketSize {
  readonly masterRecords: number;
  readonly tradeRecords: number;
  readonly restaurantGroups: number;
  readonly storesPerGroup: number;
  readonly suppliers: number;
  readonly suppliersPerGroup: number;
}

export interface MarketSizeOptions {
  readonly masterRecords: number;
  readonly tradeRecords?: number | undefined;
  readonly restaurantGroups?: number | undefined;
}

/**
 * A small market has one restaurant group, so that the group's head office can see everything and trades with every
 * supplier. A large market has many groups.
 */
const mostRecordsOfOneGroup = 5_000;

/** Derives the size of a believable market from the number of master records. */
export function marketSize(options: MarketSizeOptions): MarketSize {
  const { masterRecords } = options;
  const restaurantGroups =
    options.restaurantGroups ??
    (masterRecords <= mostRecordsOfOneGroup ? 1 : Math.ceil(Math.sqrt(masterRecords / mostRecordsOfOneGroup)));
  const suppliers = between(10, Math.round(Math.sqrt(masterRecords) / 2.5), 300);
  return {
    masterRecords,
    tradeRecords: options.tradeRecords ?? (masterRecords <= mostRecordsOfOneGroup ? masterRecords * 3 : masterRecords),
    restaurantGroups,
    storesPerGroup: between(6, Math.round(Math.sqrt(masterRecords / restaurantGroups) / 3), 150),
    suppliers,
    suppliersPerGroup: restaurantGroups === 1 ? suppliers : between(10, Math.round(suppliers * 0.4), 40),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
