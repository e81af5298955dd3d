/** How the lines of one kind of file become rows. */
export interface LineFormat<Row> {
  /** @throws LineRefusal with the reason */
  readonly read: (record: unknown) => Row;
  /** What is odd about a row that is loaded nevertheless. */
  readonly warn?: (row: Row) => string | undefined;
  /** What a row is about. Needed where rows may wait: a later line about the same takes the place of one that waits. */
  readonly keyOf?: (row: Row) => string;
  /** Lines that are saved together at most. Default 500. */
  readonly rowsPerChunk?: number;
  /** Bytes of the lines that are saved together, about. Default 8 MiB. */
  readonly bytesPerChunk?: number;
}

/**
 * For kinds of short files: up to this size they are saved in one piece, so that a line may name what stands behind it, and
 * of several lines of one key only the last is ever written.
 */
export const savedWhole = { rowsPerChunk: 100_000, bytesPerChunk: 32 * 1024 * 1024 } as const;
