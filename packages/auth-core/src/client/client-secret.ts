import type { Randomness } from '../randomness.js';
import { sameBytes } from '../secret/same-bytes.js';
import type { ServerSecret } from '../secret/server-secret.js';
import type { StoredClient } from './client.js';

const secretBytes = 32;

/** A new client secret: 256 random bits. */
export function makeClientSecret(randomness: Randomness): string {
  return randomness.bytes(secretBytes).toString('base64url');
}

/**
 * Secrets are random, so a fast keyed hash protects them as well as a slow one would, at a thousandth of the cost of each
 * request.
 */
export function hashClientSecret(secret: ServerSecret, clientId: string, clientSecret: string): Buffer {
  return secret.mac('client-secret', `${clientId}\n${clientSecret}`);
}

/** The hashes that a presented secret is compared with. */
export type ClientSecrets = Pick<StoredClient, 'secretHash' | 'previousSecretHash' | 'previousSecretEndsAt'>;

/** Whether the presented hash is one of the two that may be valid now. Both are always compared, so the time tells nothing. */
export function isCurrentSecret(client: ClientSecrets, presented: Uint8Array, now: number): boolean {
  const isCurrent = sameBytes(client.secretHash, presented);
  const isPrevious = client.previousSecretHash !== undefined && sameBytes(client.previousSecretHash, presented);
  return isCurrent || (isPrevious && now < (client.previousSecretEndsAt ?? 0));
}
