import { AuthError } from '../auth-error.js';

const longestAddress = 2_000;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks an address that is to be registered as a callback. A callback must be an absolute https address without fragment or
 * user, or an http address on the same machine (Spec 5; RFC 6749 3.1.2, RFC 9700 2.1).
 *
 * @throws AuthError `redirect-uri-invalid`
 */
export function checkRedirectUri(redirectUri: string): void {
  const defect = findAddressDefect(redirectUri);
  if (defect === undefined) return;
  throw new AuthError('redirect-uri-invalid', `The redirect URI cannot be registered: ${defect}`);
}

/** Returns why an address of a client cannot be registered, or undefined if it can. */
export function findAddressDefect(address: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(address)) return 'only visible ASCII characters are allowed';
  if (address.length > longestAddress) return `longer than ${longestAddress} characters`;
  if (!URL.canParse(address)) return 'not an absolute address';
  const url = new URL(address);
  if (address.includes('#')) return 'a fragment is not allowed';
  if (url.username !== '' || url.password !== '') return 'a user name is not allowed';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && loopbackHosts.has(url.hostname)) return undefined;
  return 'https is required (http only for localhost, 127.0.0.1 and [::1])';
}
