/** Stops following. */
export type StopFollowing = () => Promise<void>;

/**
 * Port: reports within milliseconds that batches have changed, whichever process changed them. The rows are the truth: news may come
 * late, twice, for nothing or, seldom, never. Followers also read the rows now and then.
 */
export abstract class BatchChanges {
  /** @param waits called when a batch may have begun to wait */
  abstract followWaiting(waits: () => void): StopFollowing;
  /** @param ended called with the number of a batch that has ended, or without one when any may have */
  abstract followEnded(ended: (batchId: number | undefined) => void): StopFollowing;
}
