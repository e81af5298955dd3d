/** Stops the subscription to changes. */
export type StopFollowing = () => Promise<void>;

/**
 * Port: reports within milliseconds that any process has changed batches. Only the rows in the database are reliable: a
 * notification may arrive late, twice or without any change, and in rare cases it never arrives. Subscribers must therefore also
 * read the rows from time to time.
 */
export abstract class BatchChanges {
  /** @param waits called when a batch may have begun to wait */
  abstract followWaiting(waits: () => void): StopFollowing;
  /**
   * @param ended called with the number of a batch that has ended, or without a number when any batch may have ended
   */
  abstract followEnded(ended: (batchId: number | undefined) => void): StopFollowing;
}
