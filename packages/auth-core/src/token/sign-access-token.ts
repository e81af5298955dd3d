import { epochSeconds } from '../clock.js';
import type { SignatureKey } from '../key/key-ring.js';
import { encodeJson, signCompact } from './json-web-signature.js';

export interface AccessTokenSubject {
  readonly subject: string;
  readonly memberCode: string;
  readonly memberWide: boolean;
  readonly rights: readonly string[];
  readonly clientId: string;
  readonly scope: string;
  readonly tokenId: string;
}

export interface AccessTokenTerms {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
  /** The current time in epoch milliseconds. */
  readonly now: number;
}

const heads = new WeakMap<SignatureKey, string>();

/** Makes an access token as RFC 9068 defines it, with the code of the member and the rights of the token. */
export function signAccessToken(key: SignatureKey, of: AccessTokenSubject, terms: AccessTokenTerms): string {
  const issuedAt = epochSeconds(terms.now);
  return signCompact(
    headOf(key),
    {
      iss: terms.issuer,
      sub: of.subject,
      aud: terms.audience,
      exp: issuedAt + terms.lifetimeSeconds,
      iat: issuedAt,
      jti: of.tokenId,
      client_id: of.clientId,
      scope: of.scope,
      member_code: of.memberCode,
      entitlements: of.rights,
      ...(of.memberWide ? { member_wide: true } : {}),
    },
    key.privateKey,
  );
}

/** Returns the encoded header, which all access tokens of a key have in common. */
function headOf(key: SignatureKey): string {
  const known = heads.get(key);
  if (known !== undefined) return known;
  const head = encodeJson({ alg: 'ES256', typ: 'at+jwt', kid: key.keyId });
  heads.set(key, head);
  return head;
}
