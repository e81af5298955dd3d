/**
 * A link by which a user who has forgotten the password can set a new one. The link works once. All times of a link are
 * epoch milliseconds.
 */
export interface ResetLink {
  readonly subject: string;
  /** The hash of the secret in the link. The secret itself is not stored. */
  readonly linkHash: Uint8Array;
  /** The generation of the user when the link was made. A link of an earlier generation of the user has no effect. */
  readonly userGeneration: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}
