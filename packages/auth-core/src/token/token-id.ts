import type { Randomness } from '../randomness.js';

const randomBytes = 12;
const tokenIdForm = /^([\w-]+)\.[\w-]+\.(\d{1,15})\.(\d{1,15})$/;

/**
 * The generations that the user and the client had when a token was issued. The token becomes invalid when one of the two
 * generations increases, or when its grant ends.
 */
export interface Generations {
  readonly userGeneration: number;
  readonly clientGeneration: number;
}

export interface TokenIdParts extends Generations {
  /** The grant of the token, or `noGrant` for the token of a service account. */
  readonly grantId: string;
}

/**
 * Makes the `jti` of an access token: `<grant>.<random>.<user generation>.<client generation>`. From the `jti`, a verifier of the
 * token can find the revocations that apply to the token, without comparing clocks.
 */
export function makeTokenId(randomness: Randomness, of: TokenIdParts): string {
  const random = randomness.bytes(randomBytes).toString('base64url');
  return `${of.grantId}.${random}.${of.userGeneration}.${of.clientGeneration}`;
}

/**
 * The token of a service account has this text in the place of the grant. No grant has this id, because an id is 22
 * characters long.
 */
export const noGrant = '-';

/** Makes the `jti` for a service account, which has neither a grant nor a user. */
export function makeServiceTokenId(randomness: Randomness, clientGeneration: number): string {
  return makeTokenId(randomness, { grantId: noGrant, userGeneration: 0, clientGeneration });
}

/** Returns the current generations of user and client. */
export function generationsOf(of: {
  readonly user: { readonly generation: number };
  readonly client: { readonly generation: number };
}): Generations {
  return { userGeneration: of.user.generation, clientGeneration: of.client.generation };
}

/** Reads the parts of a `jti`, or returns undefined for the `jti` of another server. */
export function readTokenId(tokenId: string): TokenIdParts | undefined {
  const [, grantId, userGeneration, clientGeneration] = tokenIdForm.exec(tokenId) ?? [];
  if (grantId === undefined) return undefined;
  return { grantId, userGeneration: Number(userGeneration), clientGeneration: Number(clientGeneration) };
}
