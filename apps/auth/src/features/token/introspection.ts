import type { AuthSettings, TokenState } from '@trading-platform/auth-core';

/** Makes the answer of the introspection endpoint (RFC 7662 2.2). */
export function toIntrospection(state: TokenState, { issuer, audience }: AuthSettings): object {
  if (!state.active) return { active: false };
  return {
    active: true,
    scope: state.scope,
    client_id: state.clientId,
    username: state.user.userId,
    ...(state.kind === 'access' ? { token_type: 'Bearer', aud: audience, jti: state.tokenId } : {}),
    exp: state.expiresAt,
    iat: state.issuedAt,
    sub: state.user.subject,
    iss: issuer,
    member_code: state.user.memberCode,
  };
}
