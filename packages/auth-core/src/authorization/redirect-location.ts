import { encodeBytes } from '../request/query-bytes.js';

/**
 * Adds query parameters to the registered address, and keeps the parameters that the address already has (RFC 6749 4.1.2).
 * Parameters whose value is undefined are left out.
 */
export function redirectLocation(
  redirectUri: string,
  parameters: Readonly<Record<string, string | Uint8Array | undefined>>,
): string {
  const added = Object.entries(parameters)
    .filter((entry): entry is [string, string | Uint8Array] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? encodeURIComponent(value) : encodeBytes(value)}`);
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${added.join('&')}`;
}
