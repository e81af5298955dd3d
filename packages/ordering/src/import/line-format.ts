/** Describes how lines of one kind of file are converted to rows. */
export interface LineFormat<Row> {
  /** @throws LineRefusal with the reason */
  readonly read: (record: unknown) => Row;
  /** Returns warnings about a line that is loaded nevertheless. */
  readonly warn?: (row: Row, record: unknown) => readonly string[];
  /**
   * Returns the key of a row. The function `keyOf` is required if refused rows may wait, because a waiting row is dropped when a
   * later line has the same key.
   */
  readonly keyOf?: (row: Row) => string;
  /** The maximum number of lines that are saved together (default: 500). */
  readonly rowsPerChunk?: number;
  /** The approximate maximum size, in bytes, of lines that are saved together (default: 8 MiB). */
  readonly bytesPerChunk?: number;
}

/**
 * Limits for kinds of files that are usually short. A file up to this size is saved as one chunk. In a file that is one chunk, a
 * line may refer to data from a later line, and if several lines have the same key, only the last is written.
 */
export const savedWhole = { rowsPerChunk: 100_000, bytesPerChunk: 32 * 1024 * 1024 } as const;
