/** How the lines of one kind of file become rows. */
export interface LineFormat<Row> {
  /** @throws LineRefusal with the reason */
  readonly read: (record: unknown) => Row;
  /** Warnings about a line whose row is loaded. */
  readonly warn?: (row: Row, record: unknown) => readonly string[];
  /** The key of a row. Needed if rows may wait: a later line with the same key replaces one that waits. */
  readonly keyOf?: (row: Row) => string;
  /** How many lines are saved together at most. Default 500. */
  readonly rowsPerChunk?: number;
  /** About how many bytes of lines are saved together. Default 8 MiB. */
  readonly bytesPerChunk?: number;
}

/**
 * For kinds with short files. Up to this size a file is saved in one piece: a line may name what a later line loads, and of several
 * lines with the same key only the last is written.
 */
export const savedWhole = { rowsPerChunk: 100_000, bytesPerChunk: 32 * 1024 * 1024 } as const;
