/**
 * The data for callers who follow changes: the keys of removed records, and the data that proves positions to be genuine (ADR
 * 0018).
 */
export abstract class ChangeHistory {
  /**
   * Deletes the data that only cursors older than `olderThan` (epoch milliseconds) need. From then on, a request with such a
   * cursor gets a full batch.
   */
  abstract forget(olderThan: number): Promise<void>;
}
