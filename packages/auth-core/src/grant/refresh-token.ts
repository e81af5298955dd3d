import type { Randomness } from '../randomness.js';
import { sameBytes, sha256 } from '../secret/same-bytes.js';
import type { ServerSecret } from '../secret/server-secret.js';

const purpose = 'issued-token';
const grantIdBytes = 16;
const secretBytes = 32;
const sealBytes = 16;
const tokenForm = /^[A-Za-z0-9_-]{86}$/;

/** Makes a new grant id with 128 random bits. */
export function makeGrantId(randomness: Randomness): string {
  return randomness.bytes(grantIdBytes).toString('base64url');
}

/**
 * Makes a new refresh token. The token contains the id of the grant, 256 random bits, and a keyed hash that only the server can
 * compute. Only the hashes of the newest tokens are stored. By the keyed hash, the server notices the reuse of a replaced token
 * at any later time.
 */
export function makeRefreshToken(randomness: Randomness, secret: ServerSecret, grantId: string): string {
  const body = Buffer.concat([Buffer.from(grantId, 'base64url'), randomness.bytes(secretBytes)]);
  return Buffer.concat([body, cut(secret.mac(purpose, body))]).toString('base64url');
}

/** Returns the id of the grant in a refresh token, or undefined if this server has not issued the token. */
export function grantOfRefreshToken(secret: ServerSecret, refreshToken: string): string | undefined {
  if (!tokenForm.test(refreshToken)) return undefined;
  const bytes = Buffer.from(refreshToken, 'base64url');
  if (bytes.toString('base64url') !== refreshToken) return undefined;
  const body = bytes.subarray(0, grantIdBytes + secretBytes);
  const seal = bytes.subarray(body.length);
  if (!secret.macs(purpose, body).some(({ hash }) => sameBytes(cut(hash), seal))) return undefined;
  return body.subarray(0, grantIdBytes).toString('base64url');
}

export function hashRefreshToken(refreshToken: string): Buffer {
  return sha256(`refresh\n${refreshToken}`);
}

function cut(mac: Uint8Array): Uint8Array {
  return mac.subarray(0, sealBytes);
}
