import { type ServerSecret, sameBytes } from '@trading-platform/auth-core';

/**
 * The browser and the request to which a form belongs. The token of the form is useless in another browser or for another
 * request.
 */
export interface FormBinding {
  /** The value of the browser's cookie. */
  readonly browserId: string;
  /** The authorization request for which the page is shown. */
  readonly request: string;
}

export type FormTokenState = 'valid' | 'expired' | 'foreign';

const instantBytes = 6;
const tokenForm = /^[A-Za-z0-9_-]{51}$/;

/** Makes a token by which the server recognises its own form, if the form was made recently for this browser and this request. */
export function makeFormToken(secret: ServerSecret, binding: FormBinding, now: number): string {
  const instant = Buffer.alloc(instantBytes);
  instant.writeUIntBE(now, 0, instantBytes);
  return Buffer.concat([instant, secret.mac('form-token', bound(binding, instant))]).toString('base64url');
}

export function checkFormToken(
  secret: ServerSecret,
  token: string | undefined,
  binding: FormBinding,
  time: { readonly now: number; readonly lifetimeSeconds: number },
): FormTokenState {
  if (token === undefined || !tokenForm.test(token)) return 'foreign';
  const bytes = Buffer.from(token, 'base64url');
  const instant = bytes.subarray(0, instantBytes);
  const macs = secret.macs('form-token', bound(binding, instant));
  if (!macs.some(({ hash }) => sameBytes(hash, bytes.subarray(instantBytes)))) return 'foreign';
  const endsAt = instant.readUIntBE(0, instantBytes) + time.lifetimeSeconds * 1000;
  return time.now < endsAt ? 'valid' : 'expired';
}

function bound({ browserId, request }: FormBinding, instant: Buffer): string {
  return `${instant.toString('base64url')}\n${browserId}\n${request}`;
}
