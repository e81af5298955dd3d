/** How many wrong passwords and client secrets are allowed, and how long a lock lasts. ADR 0014. */
export interface AttemptSettings {
  /** Failures are counted within this time. */
  readonly windowSeconds: number;
  readonly failuresPerUser: number;
  /** Wrong passwords that are judged for a user within any 24 hours, from strangers. */
  readonly failuresPerUserAndDay: number;
  /** The same, from places where the user has signed in before. */
  readonly failuresPerUserAndDayFromKnownPlaces: number;
  readonly failuresPerAddress: number;
  readonly failuresPerClient: number;
  /** The first lock; each following one is twice as long. */
  readonly firstLockSeconds: number;
  readonly longestLockSeconds: number;
  /** Users, clients and addresses that are counted one by one; strangers beyond them share counters. */
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
