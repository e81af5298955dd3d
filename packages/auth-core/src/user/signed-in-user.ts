import type { User } from './user.js';

/** A user who has typed the password, either now or earlier in the same browser. */
export interface SignedInUser {
  readonly user: User;
  /** The time when the user typed the password, in epoch milliseconds. */
  readonly authenticatedAt: number;
}
