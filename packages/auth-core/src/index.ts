export type { AuditAdministration } from './administration/audit-administration.js';
export type { AuthAdministration } from './administration/auth-administration.js';
export type { ClientAdministration, ClientWithSecret, NewClient } from './administration/client-administration.js';
export type { GrantAdministration, GrantFilter } from './administration/grant-administration.js';
export type { KeyAdministration } from './administration/key-administration.js';
export { type NewUser, shortestPassword, type UserAdministration } from './administration/user-administration.js';
export type { AuditEvent, AuditEventName, AuditRecord, RequestOrigin } from './audit/audit-event.js';
export type { AuditLog, AuditQuery } from './audit/audit-log.js';
export {
  type AdministrationErrorCode,
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type DelayErrorCode,
  type ProtocolErrorCode,
} from './auth-error.js';
export type {
  AuthorizationCheck,
  AuthorizationProblem,
  AuthorizationRequest,
} from './authorization/authorization-request.js';
export { checkAuthorizationRequest } from './authorization/check-authorization-request.js';
export { type AuthorizedUser, cancelAuthorization, grantAuthorization } from './authorization/grant-authorization.js';
export type { Client } from './client/client.js';
export { type Clock, systemClock } from './clock.js';
export type { Grant, GrantEndReason, GrantFlow } from './grant/grant.js';
export { introspect, type TokenState } from './grant/introspect.js';
export { issueByCredentials } from './grant/issue-by-credentials.js';
export { exchangeToken } from './grant/issue-or-reissue.js';
export type { IssuedTokens } from './grant/issued-tokens.js';
export { revoke } from './grant/revoke.js';
export type { ExpiringKind } from './housekeeping/expired-rows.js';
export { sweep } from './housekeeping/run-housekeeping.js';
export { KeyRing } from './key/key-ring.js';
export type { SigningKey, SigningKeyState } from './key/signing-key.js';
export { readUserInfo } from './openid/read-user-info.js';
export { Argon2PasswordHasher } from './password/argon2-password-hasher.js';
export type { PasswordHasher } from './password/password-hasher.js';
export { type Randomness, systemRandomness } from './randomness.js';
export { fixedAccessType, fixedRealm, fixedScope, tokenAudience } from './request/fixed-values.js';
export { type Parameters, readParameters } from './request/parameters.js';
export type { TokenRequest } from './request/token-request.js';
export { RevocationFeed, type RevocationFeedOptions } from './revocation/revocation-feed.js';
export { type RevocationPage, readRevocations } from './revocation/revocation-page.js';
export { sameBytes } from './secret/same-bytes.js';
export { ServerSecret } from './secret/server-secret.js';
export type { AuthServerContext } from './server/auth-server-context.js';
export { endSession, findSignedIn, startSession } from './session/sign-in-session.js';
export { type AttemptSettings, type AuthSettings, defaultAuthSettings } from './settings/auth-settings.js';
export type { AccessTokenClaims } from './token/access-token-claims.js';
export {
  AccessTokenVerifier,
  type AccessTokenVerifierOptions,
  type KeySource,
  type RevocationList,
} from './token/access-token-verifier.js';
export { bearerChallenge } from './token/bearer-challenge.js';
export { RemoteKeySet, type RemoteKeySetOptions } from './token/remote-key-set.js';
export { checkPassword, type SignIn } from './user/check-password.js';
export type { TokenUser, User } from './user/user.js';
