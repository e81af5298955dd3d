/** The names of the browser and of the operating system, if the browser has sent them. */
export interface Device {
  readonly browserName?: string | undefined;
  readonly systemName?: string | undefined;
}

/** A browser in which a user has signed in. All times of a session are epoch milliseconds. */
export interface Session extends Device {
  readonly sessionHash: Uint8Array;
  readonly subject: string;
  /** The time when the user typed the password. */
  readonly authenticatedAt: number;
  /**
   * The generation of the user at the time when the password was typed. A session from an earlier generation of the user is no
   * longer valid.
   */
  readonly userGeneration: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The time when a page last recognised the user by the session, to the minute. Absent before the first such page. */
  readonly lastUsedAt?: number | undefined;
}
