/** Hashes passwords by a slow method. */
export abstract class PasswordHasher {
  /** Returns the hash as a PHC string with the current parameters. */
  abstract hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash. The duration of a comparison is the same whether or not the password is correct.
   *
   * @throws AuthError `overloaded` when too many hashes are waiting
   */
  abstract verify(hash: string, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than the current parameters. */
  abstract isOutdated(hash: string): boolean;
}
