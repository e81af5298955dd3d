/** One row of a trading setting, rendered. */
export interface SettingRow {
  readonly memberCodeOrderTo: string;
  readonly updateDate: string;
  /** The row as JSON with every field, in wire order. */
  readonly body: string;
}

/** All rows of one kind of setting between a seller and a buyer. Without a buyer, they are the seller's rows for all its buyers. */
export interface PairSettings {
  readonly memberCodeSeller: string;
  /** `""` for the seller's own rows. */
  readonly memberCodeBuyer: string;
  readonly rows: readonly SettingRow[];
}

/** What one line of a settings file sets: some pairs, each once. */
export type SettingLine = readonly PairSettings[];
