/** Hashes passwords slowly. */
export interface PasswordHasher {
  /** PHC string with the parameters of now. */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the password fits.
   *
   * @throws AuthError `overloaded` when too many hashes are waiting
   */
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than those of now. */
  isOutdated(hash: string): boolean;
}
