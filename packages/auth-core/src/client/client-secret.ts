import type { Randomness } from '../randomness.js';
import { sameBytes } from '../secret/same-bytes.js';
import type { KeyedHash, ServerSecret } from '../secret/server-secret.js';
import type { StoredClient } from './client.js';

const secretBytes = 32;

/** Makes a new client secret with 256 random bits. */
export function makeClientSecret(randomness: Randomness): string {
  return randomness.bytes(secretBytes).toString('base64url');
}

/** Client secrets are random, so a fast keyed hash protects them as well as a slow hash, at a thousandth of the cost. */
export function hashClientSecret(
  secret: ServerSecret,
  clientId: string,
  clientSecret: string,
): readonly [KeyedHash, ...KeyedHash[]] {
  return secret.macs('client-secret', `${clientId}\n${clientSecret}`);
}

/** The hashes with which a presented secret is compared. */
export type ClientSecrets = Pick<StoredClient, 'secretHash' | 'previousSecretHash' | 'previousSecretEndsAt'>;

/**
 * Returns the hash of the presented secret if it is one of the two secrets that may be valid now. All hashes are always compared,
 * so the duration reveals nothing.
 */
export function findCurrentHash(
  client: ClientSecrets,
  presented: readonly KeyedHash[],
  now: number,
): KeyedHash | undefined {
  const [fitting] = presented.filter(({ hash }) => isCurrent(client, hash, now));
  return fitting;
}

function isCurrent(client: ClientSecrets, hash: Uint8Array, now: number): boolean {
  const isNewest = sameBytes(client.secretHash, hash);
  const isPrevious = client.previousSecretHash !== undefined && sameBytes(client.previousSecretHash, hash);
  return isNewest || (isPrevious && now < (client.previousSecretEndsAt ?? 0));
}
