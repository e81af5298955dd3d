/** The data for callers who follow changes: removed keys, and the proofs of positions (ADR 0018). */
export abstract class ChangeHistory {
  /**
   * Forgets data that only cursors from before `olderThan` (epoch milliseconds) need. Such cursors lead to full batches from then on.
   */
  abstract forget(olderThan: number): Promise<void>;
}
