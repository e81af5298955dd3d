import type { User } from './user.js';

/** A user who has given the password, now or earlier in the same browser. */
export interface SignedInUser {
  readonly user: User;
  /** When the user gave the password; epoch milliseconds. */
  readonly authenticatedAt: number;
}
