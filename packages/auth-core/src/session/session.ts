/** A browser in which a user has signed in. Times are epoch milliseconds. */
export interface Session {
  readonly sessionHash: Uint8Array;
  readonly subject: string;
  /** When the user gave the password. */
  readonly authenticatedAt: number;
  /** The user's generation at that moment. A session of a former generation has ended. */
  readonly userGeneration: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}
