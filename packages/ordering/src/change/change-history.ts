/**
 * The data for callers that request only changes: the keys of removed records, and the random numbers that prove that a cursor is
 * genuine (ADR 0018).
 */
export abstract class ChangeHistory {
  /**
   * Deletes the data that only cursors older than `olderThan` (epoch milliseconds) need. After the deletion, a request
   * with such an old cursor gets a batch with all records.
   */
  abstract forget(olderThan: number): Promise<void>;
}
