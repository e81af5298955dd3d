import { createHmac, type KeyObject } from 'node:crypto';

/** The headers that sign a message (Standard Webhooks 1.0.0). */
export interface SignatureHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const prefix = 'whsec_';
const secretForm = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/** A secret in the form in which receivers get it: `whsec_…`. */
export function secretText(secret: Uint8Array): string {
  return `${prefix}${Buffer.from(secret).toString('base64')}`;
}

/** The bytes of a secret, or undefined for a text of another form. */
export function secretOfText(text: string): Uint8Array | undefined {
  const encoded = secretForm.exec(text)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

/**
 * Signs a message with each secret (Standard Webhooks 1.0.0, `v1`).
 *
 * @param id the same for every attempt to send this message
 * @param secrets as bytes, or as keys, which sign many messages much faster
 * @param now the time of the attempt in epoch milliseconds
 */
export function signMessage(
  id: string,
  body: string,
  secrets: readonly (Uint8Array | KeyObject)[],
  now: number,
): SignatureHeaders {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
