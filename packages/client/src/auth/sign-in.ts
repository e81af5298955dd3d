import { accessType, authorizationResponseType, realm, scope } from '@trading-platform/domain-types';
import { PlatformError } from '../errors/platform-error.js';
import type { Code } from './auth-server.js';
import { base64Url } from './base64-url.js';
import { randomText } from './random-text.js';

/**
 * A started sign-in. Send the browser to `url`, and keep the other fields in this user's session until the browser
 * returns. It is plain data.
 */
export interface SignIn {
  readonly url: string;
  readonly redirectUri: string;
  readonly state: string;
  /** The PKCE secret (RFC 7636), which proves that the authorization code belongs to this sign-in. */
  readonly codeVerifier: string;
}

export interface SignInOptions {
  readonly authorizationEndpoint: string;
  readonly clientId: string;
  /** The callback URL, exactly as it is registered. */
  readonly redirectUri: string;
}

/** The address of the authorization page, with fresh `state` and PKCE challenge S256 (Spec 4.1). */
export async function beginSignIn({ authorizationEndpoint, clientId, redirectUri }: SignInOptions): Promise<SignIn> {
  const state = randomText();
  const codeVerifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const query = new URLSearchParams({
    realm,
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: authorizationResponseType,
    scope,
    access_type: accessType,
    state,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return { url: `${authorizationEndpoint}?${query.toString()}`, redirectUri, state, codeVerifier };
}

/**
 * Reads the query of the callback, and checks that it belongs to the sign-in (`state`) and comes from the expected
 * server (`iss`, RFC 9207).
 *
 * @throws PlatformError `login-refused`
 */
export function readCallback(
  callback: string | URL | URLSearchParams,
  { redirectUri, state, codeVerifier }: Omit<SignIn, 'url'>,
  issuer: string,
): Code {
  const query = callback instanceof URLSearchParams ? callback : new URL(callback, redirectUri).searchParams;
  const again = 'Begin the sign-in again with authorizationUrl.';
  const refuse = (reason: string, oauthError?: string, advice = again): never => {
    throw new PlatformError('login-refused', reason, { oauthError, advice });
  };
  if (query.get('state') !== state)
    refuse('The callback belongs to another sign-in: its state is not the one that was sent');
  const iss = query.get('iss');
  if (iss !== issuer) {
    const advice = 'Set issuer to the name that the authentication server sends, if you know and trust it.';
    refuse(
      `The callback comes from ${iss ?? 'a server that does not say its name'} instead of ${issuer}`,
      undefined,
      advice,
    );
  }
  const error = query.get('error');
  if (error !== null) refuse(query.get('error_description') ?? error, error);
  return { code: query.get('code') ?? refuse('The callback has no code'), redirectUri, codeVerifier };
}
