/**
 * - `next`: the key is published but does not sign yet, so that all verifiers know it in time
 * - `active`: the key signs; exactly one key is active
 * - `retired`: the key no longer signs, and remains published until none of its signatures is valid
 * - `withdrawn`: none of the key's signatures is valid; the revocation feed names the key until no verifier can still have it in
 *   memory
 */
export type SigningKeyState = 'next' | 'active' | 'retired' | 'withdrawn';

/** A key pair for signing tokens with ES256. All times of a key are epoch milliseconds. */
export interface SigningKey {
  /** The thumbprint of the public key (RFC 7638). */
  readonly keyId: string;
  readonly state: SigningKeyState;
  /** The public half as JWK text. */
  readonly publicJwk: string;
  readonly createdAt: number;
  /** The earliest time at which a caller of the key set can have received the key. */
  readonly publishedAt: number;
  readonly activatedAt: number | undefined;
  /** The time of the retirement or, if the key was withdrawn, of the withdrawal. */
  readonly retiredAt: number | undefined;
}

/** A key in the form in which it is stored, with its private half. */
export interface StoredSigningKey extends SigningKey {
  /**
   * The private half as PKCS #8, encrypted with the secret key from the environment. The private half is empty when the key has
   * been withdrawn.
   */
  readonly sealedPrivateKey: Uint8Array;
}

/** Returns the key without its private half. */
export function publicSigningKey(stored: StoredSigningKey): SigningKey {
  const { keyId, state, publicJwk, createdAt, publishedAt, activatedAt, retiredAt } = stored;
  return { keyId, state, publicJwk, createdAt, publishedAt, activatedAt, retiredAt };
}
