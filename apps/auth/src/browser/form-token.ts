import { hash } from 'node:crypto';
import { type ServerSecret, sameBytes } from '@trading-platform/auth-core';

/**
 * The browser and the request to which a form belongs, and the rights that its page shows. The token of the form is useless in
 * another browser or for another request, and after a change of the rights.
 */
export interface FormBinding {
  /** The value of the browser's cookie. */
  readonly browserId: string;
  /** The authorization request for which the page is shown. */
  readonly request: string;
  readonly rights: readonly string[];
}

/** The token is `outdated` if the rights of the client have changed since the page was shown. */
export type FormTokenState = 'valid' | 'outdated' | 'expired' | 'foreign';

const instantBytes = 6;
const rightsBytes = 6;
const tokenForm = /^[A-Za-z0-9_-]{59}$/;

/**
 * Makes the token of a form. By this token the server later recognises that it made the form recently, for this browser
 * and this request.
 */
export function makeFormToken(secret: ServerSecret, binding: FormBinding, now: number): string {
  const instant = Buffer.alloc(instantBytes);
  instant.writeUIntBE(now, 0, instantBytes);
  const head = Buffer.concat([instant, digestOf(binding.rights)]);
  return Buffer.concat([head, secret.mac('form-token', bound(binding, head))]).toString('base64url');
}

export function checkFormToken(
  secret: ServerSecret,
  token: string | undefined,
  binding: FormBinding,
  time: { readonly now: number; readonly lifetimeSeconds: number },
): FormTokenState {
  if (token === undefined || !tokenForm.test(token)) return 'foreign';
  const bytes = Buffer.from(token, 'base64url');
  const head = bytes.subarray(0, instantBytes + rightsBytes);
  const seal = bytes.subarray(head.length);
  const macs = secret.macs('form-token', bound(binding, head));
  if (!macs.some((mac) => sameBytes(mac.hash, seal))) return 'foreign';
  const endsAt = head.readUIntBE(0, instantBytes) + time.lifetimeSeconds * 1000;
  if (time.now >= endsAt) return 'expired';
  return sameBytes(head.subarray(instantBytes), digestOf(binding.rights)) ? 'valid' : 'outdated';
}

function digestOf(rights: readonly string[]): Buffer {
  return hash('sha256', rights.join(' '), 'buffer').subarray(0, rightsBytes);
}

function bound({ browserId, request }: FormBinding, head: Buffer): string {
  return `${head.toString('base64url')}\n${browserId}\n${request}`;
}
