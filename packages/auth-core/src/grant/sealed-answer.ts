import { createSecretKey, type KeyObject } from 'node:crypto';
import { sha256 } from '../secret/same-bytes.js';
import { openWith, sealWith } from '../secret/server-secret.js';
import type { IssuedTokens } from './issued-tokens.js';

const purpose = 'reissue answer';

/** The answer, and when it was made (epoch milliseconds). */
type Content = readonly [tokens: IssuedTokens, madeAt: number];

/** Encrypts an answer so that only the refresh token that brought it can open it again. */
export function sealAnswer(refreshToken: string, tokens: IssuedTokens, now: number): Buffer {
  const content: Content = [tokens, now];
  return sealWith(keyOf(refreshToken), Buffer.from(JSON.stringify(content)), purpose);
}

/** The same tokens, with what is left of the access token's life; nothing where the refresh token does not fit. */
export function openAnswer(refreshToken: string, sealed: Uint8Array, now: number): IssuedTokens | undefined {
  const plain = openWith(keyOf(refreshToken), sealed, purpose);
  if (plain === undefined) return undefined;
  const [tokens, madeAt] = JSON.parse(plain.toString('utf8')) as Content;
  const elapsedSeconds = Math.floor(now / 1000) - Math.floor(madeAt / 1000);
  return { ...tokens, expiresInSeconds: Math.max(0, tokens.expiresInSeconds - elapsedSeconds) };
}

/** The token has 256 random bits, so a plain digest of it is a good key. The database stores another digest of the token, not this one. */
function keyOf(refreshToken: string): KeyObject {
  return createSecretKey(sha256(`${purpose}\n${refreshToken}`));
}
