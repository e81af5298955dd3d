/** Limits for the number of wrong passwords and client secrets, and the duration of a lock (ADR 0014). */
export interface AttemptSettings {
  /** The length of the period in which failures are counted. */
  readonly windowSeconds: number;
  readonly failuresPerUser: number;
  /** The maximum number of wrong passwords from unknown places that are judged for one user within any 24 hours. */
  readonly failuresPerUserAndDay: number;
  /**
   * The maximum number of wrong passwords that are judged for one user within any 24 hours from places where the user has signed
   * in before.
   */
  readonly failuresPerUserAndDayFromKnownPlaces: number;
  readonly failuresPerAddress: number;
  readonly failuresPerClient: number;
  /** The duration of the first lock. Each further lock lasts twice as long as the previous lock. */
  readonly firstLockSeconds: number;
  readonly longestLockSeconds: number;
  /** The maximum number of users, clients and addresses with separate counters. Further strangers share counters. */
  readonly countersAtMost: number;
}

export const defaultAttemptSettings: AttemptSettings = {
  windowSeconds: 15 * 60,
  failuresPerUser: 10,
  failuresPerUserAndDay: 200,
  failuresPerUserAndDayFromKnownPlaces: 100,
  failuresPerAddress: 100,
  failuresPerClient: 100,
  firstLockSeconds: 60,
  longestLockSeconds: 60 * 60,
  countersAtMost: 100_000,
};
