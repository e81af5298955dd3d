import type { Randomness } from '../randomness.js';
import { sha256 } from '../secret/same-bytes.js';

/** A user's permission from the authorization page, until the client exchanges it. Times are epoch milliseconds. */
export interface AuthorizationCode {
  readonly codeHash: Uint8Array;
  /** The grant that begins with the exchange. */
  readonly grantId: string;
  readonly clientId: string;
  readonly subject: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** PKCE, S256 (RFC 7636). */
  readonly codeChallenge: string | undefined;
  /** OpenID Connect. */
  readonly nonce: string | undefined;
  /** When the user gave the password. */
  readonly authenticatedAt: number;
  /** The user's generation when the password was given. A code of a former generation is refused. */
  readonly userGeneration: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | undefined;
}

const codeBytes = 32;

/** A new code: 256 random bits. */
export function makeCode(randomness: Randomness): string {
  return randomness.bytes(codeBytes).toString('base64url');
}

export function hashCode(code: string): Buffer {
  return sha256(`code\n${code}`);
}
