import { sameText } from '../secret/same-bytes.js';
import type { ServerSecret } from '../secret/server-secret.js';

const subject = 'worker';

/** Makes the text with which a service proves that it may ask for authorities. */
export function authorityKey(secret: ServerSecret): string {
  return secret.mac('authority', subject).toString('base64url');
}

/** Whether a text was made with the present or the former secret key. */
export function isAuthorityKey(secret: ServerSecret, text: string): boolean {
  return secret.macs('authority', subject).some(({ hash }) => sameText(Buffer.from(hash).toString('base64url'), text));
}
