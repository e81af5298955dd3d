/** A user of the platform. All times of a user are epoch milliseconds. */
export interface User {
  /** The platform login ID of the user. */
  readonly userId: string;
  /** The id of the user in the `sub` of tokens. The `sub` of a user is never reused, unlike the login ID. */
  readonly subject: string;
  /** The member for which the user's tokens act. */
  readonly memberCode: string;
  readonly name: string;
  readonly email: string;
  readonly disabledAt: number | undefined;
  readonly passwordChangedAt: number;
  /** The time when the user's second factor last changed, or undefined if the user has none. */
  readonly secondFactorAt: number | undefined;
  /** Whether the operator requires a second factor of this user. */
  readonly secondFactorRequired: boolean;
  /** Whether the member of the user requires a second factor of all its users. */
  readonly memberRequiresSecondFactor: boolean;
  /**
   * The generation of the user, counted from 1. When the generation increases, the user's earlier grants, codes, sessions and
   * tokens become invalid.
   */
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user in the form in which it is stored, with the hash of the password. */
export interface StoredUser extends User {
  /** The hash of the password as a PHC string of argon2id. */
  readonly passwordHash: string;
}

/** The data about a user that grants, tokens and introspection need. */
export type TokenUser = Pick<
  User,
  'userId' | 'subject' | 'memberCode' | 'name' | 'email' | 'disabledAt' | 'generation'
>;

/** Returns the user without the password hash, which must not leave this package. */
export function publicUser(stored: StoredUser): User {
  const { passwordHash: _, ...user } = stored;
  return user;
}
