import type { AuthSettings, TokenState } from '@trading-platform/auth-core';

/** Makes the answer of the introspection endpoint (RFC 7662 2.2). The token of a service account has no `username`. */
export function toIntrospection(state: TokenState, { issuer, audience }: AuthSettings): object {
  if (!state.active) return { active: false };
  return {
    active: true,
    scope: state.scope,
    client_id: state.clientId,
    ...(state.user === undefined ? {} : { username: state.user.userId }),
    ...(state.kind === 'access' ? { token_type: 'Bearer', aud: audience, jti: state.tokenId } : {}),
    exp: state.expiresAt,
    iat: state.issuedAt,
    sub: state.subject,
    iss: issuer,
    member_code: state.memberCode,
    entitlements: state.rights,
  };
}
