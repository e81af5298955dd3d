/** Stops the subscription to news. */
export type StopFollowing = () => Promise<void>;

/**
 * Port: reports within milliseconds that the log may have changed. Only the rows in the database are reliable: news may arrive
 * late, twice or without any change, and in rare cases they never arrive. Subscribers must therefore also read the rows from time
 * to time.
 */
export abstract class EventNews {
  /** @param heard called when events may have got their positions, so that they can be read */
  abstract followEvents(heard: () => void): StopFollowing;
  /** @param heard called when a transaction may have appended to the log; its events have no positions yet */
  abstract followEntries(heard: () => void): StopFollowing;
  /** Reports that events have got their positions. It does not wait until the news have been sent. */
  abstract tellEvents(): void;
  /** Reports that a transaction has appended to the log. It does not wait until the news have been sent. */
  abstract tellEntries(): void;
}
