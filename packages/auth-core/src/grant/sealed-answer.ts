import { createSecretKey, type KeyObject } from 'node:crypto';
import { sha256 } from '../secret/same-bytes.js';
import { openWith, sealWith } from '../secret/server-secret.js';
import type { GrantTokens } from './issued-tokens.js';

const purpose = 'reissue answer';

/** The issued tokens, and the time when they were made (epoch milliseconds). */
type Content = readonly [tokens: GrantTokens, madeAt: number];

/**
 * Encrypts an answer with a key that is derived from the presented refresh token, so that only the holder of this token can
 * decrypt the answer.
 */
export function sealAnswer(refreshToken: string, tokens: GrantTokens, now: number): Buffer {
  const content: Content = [tokens, now];
  return sealWith(keyOf(refreshToken), Buffer.from(JSON.stringify(content)), purpose);
}

/**
 * Decrypts the tokens, and returns them with the remaining lifetime of the access token. Returns undefined if the answer was
 * encrypted for another refresh token.
 */
export function openAnswer(refreshToken: string, sealed: Uint8Array, now: number): GrantTokens | undefined {
  const plain = openWith(keyOf(refreshToken), sealed, purpose);
  if (plain === undefined) return undefined;
  const [tokens, madeAt] = JSON.parse(plain.toString('utf8')) as Content;
  const elapsedSeconds = Math.floor(now / 1000) - Math.floor(madeAt / 1000);
  return { ...tokens, expiresInSeconds: Math.max(0, tokens.expiresInSeconds - elapsedSeconds) };
}

/**
 * A refresh token has 256 random bits, so a plain digest of the token is a good key. The database contains a different digest of
 * the token, so the key cannot be read from the database.
 */
function keyOf(refreshToken: string): KeyObject {
  return createSecretKey(sha256(`${purpose}\n${refreshToken}`));
}
