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
  /** Counted from 1. When it grows, the user's grants, codes, sessions and tokens end. */
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user as stored, with the hash of the password. */
export interface StoredUser extends User {
  /** PHC string of argon2id. */
  readonly passwordHash: string;
}

/** The part of a user that grants, tokens and introspection need. */
export type TokenUser = Pick<
  User,
  'userId' | 'subject' | 'memberCode' | 'name' | 'email' | 'disabledAt' | 'generation'
>;

/** The user without the password hash, which only this package may see. */
export function publicUser(stored: StoredUser): User {
  const { passwordHash: _, ...user } = stored;
  return user;
}
