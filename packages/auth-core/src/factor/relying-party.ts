import { isIP } from 'node:net';

/** The party to which passkeys belong (WebAuthn): browsers use a passkey only on pages of this host. */
export interface RelyingParty {
  /** The host of the issuer. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Derives the relying party from the issuer. Returns undefined if browsers allow no passkeys there. That is so if the
 * host is an IP address, or if the pages are unencrypted and come from another machine.
 */
export function relyingPartyOf(issuer: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(issuer);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}
