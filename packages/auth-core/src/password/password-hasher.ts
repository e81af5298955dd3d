/** Hashes passwords slowly. */
export abstract class PasswordHasher {
  /** PHC string with the parameters of now. */
  abstract hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the password fits.
   *
   * @throws AuthError `overloaded` when too many hashes are waiting
   */
  abstract verify(hash: string, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than those of now. */
  abstract isOutdated(hash: string): boolean;
}
