import { AuthError } from '../auth-error.js';

const longestRedirectUri = 2_000;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks an address that is to be registered as a callback. A callback must be an absolute https address without fragment or
 * user, or an http address on the same machine (Spec 5; RFC 6749 3.1.2, RFC 9700 2.1).
 *
 * @throws AuthError `redirect-uri-invalid`
 */
export function checkRedirectUri(redirectUri: string): void {
  if (!/^[\x21-\x7e]+$/.test(redirectUri)) throw refuse('only visible ASCII characters are allowed');
  if (redirectUri.length > longestRedirectUri) throw refuse(`longer than ${longestRedirectUri} characters`);
  if (!URL.canParse(redirectUri)) throw refuse('not an absolute address');
  const url = new URL(redirectUri);
  if (redirectUri.includes('#')) throw refuse('a fragment is not allowed');
  if (url.username !== '' || url.password !== '') throw refuse('a user name is not allowed');
  if (url.protocol === 'https:') return;
  if (url.protocol === 'http:' && loopbackHosts.has(url.hostname)) return;
  throw refuse('https is required (http only for localhost, 127.0.0.1 and [::1])');
}

function refuse(reason: string): AuthError {
  return new AuthError('redirect-uri-invalid', `The redirect URI cannot be registered: ${reason}`);
}
