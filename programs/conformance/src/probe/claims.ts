import { type Fields, isObject } from './answer.js';

/** Returns the header (0) or the claims (1) of an access token. Returns undefined if the token is not a JWT. */
export function partOf(token: string, index: 0 | 1): Fields | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function claimsOf(token: string): Fields {
  return partOf(token, 1) ?? {};
}

/** Returns the rights that an access token names. */
export function rightsOf(token: string): readonly unknown[] {
  const { entitlements } = claimsOf(token);
  return Array.isArray(entitlements) ? entitlements : [];
}
