import type { Right } from '@trading-platform/domain-types';
import type { Randomness } from '../randomness.js';
import { sha256 } from '../secret/same-bytes.js';

/**
 * The permission that a user gave on the authorization page, until the client exchanges it for tokens. All times of a code are
 * epoch milliseconds.
 */
export interface AuthorizationCode {
  readonly codeHash: Uint8Array;
  /** The id of the grant that begins when the code is exchanged. */
  readonly grantId: string;
  readonly clientId: string;
  readonly subject: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** The rights that the page showed to the user. */
  readonly rights: readonly Right[];
  /** The PKCE challenge of the method S256 (RFC 7636). */
  readonly codeChallenge: string | undefined;
  /** The nonce of OpenID Connect. */
  readonly nonce: string | undefined;
  /** The time when the user typed the password. */
  readonly authenticatedAt: number;
  /** The generation of the user when the password was typed. A code from an earlier generation of the user is refused. */
  readonly userGeneration: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | undefined;
}

const codeBytes = 32;

/** Makes a new code with 256 random bits. */
export function makeCode(randomness: Randomness): string {
  return randomness.bytes(codeBytes).toString('base64url');
}

export function hashCode(code: string): Buffer {
  return sha256(`code\n${code}`);
}
