/** What is kept for those who ask for changes: removed keys, and the proofs of positions (ADR 0018). */
export abstract class ChangeHistory {
  /**
   * Forgets what no cursor needs whose data were still the newest after `olderThan` (epoch milliseconds). Older cursors lead to
   * full batches from then on.
   */
  abstract forget(olderThan: number): Promise<void>;
}
