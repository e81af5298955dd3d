/** One row of a trading setting, as JSON. */
export interface SettingRow {
  readonly memberCodeOrderTo: string;
  readonly updateDate: string;
  /** The row as JSON, with every field in the order of the contract. */
  readonly body: string;
}

/**
 * All rows of one kind of setting between a seller and a buyer. Settings without a buyer are the seller's general rows for all
 * its buyers.
 */
export interface PairSettings {
  readonly memberCodeSeller: string;
  /** The member code of the buyer, which is `""` for the seller's general rows. */
  readonly memberCodeBuyer: string;
  readonly rows: readonly SettingRow[];
}

/** The rows that one line of a settings file contains, grouped by pairs. Each pair occurs once. */
export type SettingLine = readonly PairSettings[];
