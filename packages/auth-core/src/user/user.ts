/** A platform user. Times are epoch milliseconds. */
export interface User {
  /** The platform login ID. */
  readonly userId: string;
  /** Never reused, unlike the login ID: `sub` of the tokens. */
  readonly subject: string;
  /** The member in whose name the user's tokens act. */
  readonly memberCode: string;
  readonly name: string;
  readonly email: string;
  readonly disabledAt: number | undefined;
  readonly passwordChangedAt: number;
  /** Counted from 1; everything of the user ends with it: grants, codes, sessions, tokens. */
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredUser extends User {
  /** PHC string of argon2id. */
  readonly passwordHash: string;
}

/** What a grant, its tokens and their introspection have to do with a user. */
export type TokenUser = Pick<
  User,
  'userId' | 'subject' | 'memberCode' | 'name' | 'email' | 'disabledAt' | 'generation'
>;

/** The user without what only this package may see. */
export function publicUser(stored: StoredUser): User {
  const { passwordHash: _, ...user } = stored;
  return user;
}
