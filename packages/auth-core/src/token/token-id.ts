import type { Randomness } from '../randomness.js';

const instantBytes = 6;
const randomBytes = 9;

/**
 * `jti` of an access token: `<grant>.<instant and random>`. Whoever has verified a token can tell which grant it belongs to
 * and, to the millisecond, when it was issued; `iat` tells only the second.
 */
export function makeTokenId(randomness: Randomness, grantId: string, now: number): string {
  const instant = Buffer.alloc(instantBytes);
  instant.writeUIntBE(now, 0, instantBytes);
  return `${grantId}.${Buffer.concat([instant, randomness.bytes(randomBytes)]).toString('base64url')}`;
}

export interface TokenIdParts {
  readonly grantId: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

/** Nothing for the `jti` of another server. */
export function readTokenId(tokenId: string): TokenIdParts | undefined {
  const [grantId, rest, more] = tokenId.split('.');
  const bytes = Buffer.from(rest ?? '', 'base64url');
  if (grantId === undefined || more !== undefined || bytes.length !== instantBytes + randomBytes) return undefined;
  return { grantId, issuedAt: bytes.readUIntBE(0, instantBytes) };
}
