/**
 * - `next`: published, so that everyone knows it before it signs
 * - `active`: signs; there is exactly one
 * - `retired`: signs no more, published until nothing it signed is valid
 * - `withdrawn`: nothing it signed is valid; the feed names it until no verifier can still remember it
 */
export type SigningKeyState = 'next' | 'active' | 'retired' | 'withdrawn';

/** A key pair for ES256 tokens. Times are epoch milliseconds. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly keyId: string;
  readonly state: SigningKeyState;
  /** JWK of the public half, as text. */
  readonly publicJwk: string;
  readonly createdAt: number;
  /** When the first caller can have seen it in the key set. */
  readonly publishedAt: number;
  readonly activatedAt: number | undefined;
  /** When it was retired or, later, withdrawn. */
  readonly retiredAt: number | undefined;
}

/** A key as it is stored, with its private half. */
export interface StoredSigningKey extends SigningKey {
  /** PKCS #8, encrypted with a key from the environment. Empty once withdrawn. */
  readonly sealedPrivateKey: Uint8Array;
}

/** The key without its private half. */
export function publicSigningKey(stored: StoredSigningKey): SigningKey {
  const { keyId, state, publicJwk, createdAt, publishedAt, activatedAt, retiredAt } = stored;
  return { keyId, state, publicJwk, createdAt, publishedAt, activatedAt, retiredAt };
}
