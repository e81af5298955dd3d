import { epochSeconds } from '../clock.js';
import type { SignatureKey } from '../key/key-ring.js';
import { sha256 } from '../secret/same-bytes.js';
import { encodeJson, signCompact } from './json-web-signature.js';

export interface IdTokenSubject {
  readonly subject: string;
  readonly clientId: string;
  /** The time when the user typed the password, in epoch milliseconds. */
  readonly authenticatedAt: number;
  readonly nonce: string | undefined;
  /** The access token that is issued together with the ID token. */
  readonly accessToken: string;
}

export interface IdTokenTerms {
  readonly issuer: string;
  readonly lifetimeSeconds: number;
  /** The current time in epoch milliseconds. */
  readonly now: number;
}

/** Makes an ID token for the client (OpenID Connect Core 2, 3.1.3.6). */
export function signIdToken(key: SignatureKey, of: IdTokenSubject, terms: IdTokenTerms): string {
  const issuedAt = epochSeconds(terms.now);
  return signCompact(
    encodeJson({ alg: 'ES256', typ: 'JWT', kid: key.keyId }),
    {
      iss: terms.issuer,
      sub: of.subject,
      aud: of.clientId,
      exp: issuedAt + terms.lifetimeSeconds,
      iat: issuedAt,
      auth_time: epochSeconds(of.authenticatedAt),
      ...(of.nonce === undefined ? {} : { nonce: of.nonce }),
      at_hash: sha256(of.accessToken).subarray(0, 16).toString('base64url'),
    },
    key.privateKey,
  );
}
