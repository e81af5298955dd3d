import type { Randomness } from '../randomness.js';

const randomBytes = 12;
const tokenIdForm = /^([\w-]+)\.[\w-]+\.(\d{1,15})\.(\d{1,15})$/;

/** The generations of user and client when a token was issued. The token ends when one of them grows, or with its grant. */
export interface Generations {
  readonly userGeneration: number;
  readonly clientGeneration: number;
}

export interface TokenIdParts extends Generations {
  readonly grantId: string;
}

/**
 * `jti` of an access token: `<grant>.<random>.<user generation>.<client generation>`. It tells whoever has verified the token
 * which revocations concern it, without comparing clocks.
 */
export function makeTokenId(randomness: Randomness, of: TokenIdParts): string {
  const random = randomness.bytes(randomBytes).toString('base64url');
  return `${of.grantId}.${random}.${of.userGeneration}.${of.clientGeneration}`;
}

/** The present generations of user and client. */
export function generationsOf(of: {
  readonly user: { readonly generation: number };
  readonly client: { readonly generation: number };
}): Generations {
  return { userGeneration: of.user.generation, clientGeneration: of.client.generation };
}

/** Nothing for the `jti` of another server. */
export function readTokenId(tokenId: string): TokenIdParts | undefined {
  const [, grantId, userGeneration, clientGeneration] = tokenIdForm.exec(tokenId) ?? [];
  if (grantId === undefined) return undefined;
  return { grantId, userGeneration: Number(userGeneration), clientGeneration: Number(clientGeneration) };
}
