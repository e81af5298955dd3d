/** Ends what it was answered for. */
export type StopFollowing = () => Promise<void>;

/**
 * Port: tells within milliseconds that batches have changed, whichever process has changed them. The rows are the truth: news may
 * come late, twice, for nothing or, seldom, never. Who follows also looks at the rows now and then.
 */
export abstract class BatchChanges {
  /** @param waits called when a batch may have begun to wait */
  abstract followWaiting(waits: () => void): StopFollowing;
  /** @param ended called with the number of a batch that has ended, or without one when any may have */
  abstract followEnded(ended: (batchId: number | undefined) => void): StopFollowing;
}
