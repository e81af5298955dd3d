import type { ServerSecret } from '../secret/server-secret.js';
import type { Authenticator } from './second-factor.js';

const purpose = 'second-factor';

/** Encrypts the secret of an authenticator app for its user. */
export function sealSecret(secret: ServerSecret, subject: string, plain: Uint8Array): Buffer {
  return secret.seal(purpose, plain, subject);
}

/** @throws AuthError `secret-key-wrong` */
export function openSecret(
  secret: ServerSecret,
  { subject, sealedSecret }: Pick<Authenticator, 'subject' | 'sealedSecret'>,
): Buffer {
  return secret.open(purpose, sealedSecret, subject);
}

/** Returns the secret encrypted with the current key, or undefined if it already is. @throws AuthError `secret-key-wrong` */
export function resealSecret(
  secret: ServerSecret,
  { subject, sealedSecret }: Pick<Authenticator, 'subject' | 'sealedSecret'>,
): Buffer | undefined {
  return secret.reseal(purpose, sealedSecret, subject);
}
