export { changePassword, type PasswordChangeContext } from './account/change-password.js';
export {
  endGrantOf,
  endOwnGrant,
  type GrantOwner,
  listGrantsOf,
  listOwnGrants,
  loginIdOfUser,
  nameOfClient,
  type OwnGrant,
  type OwnGrantsContext,
} from './account/own-grants.js';
export { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from './account/own-sessions.js';
export { findUserOfResetLink, type ResetContext, resetPassword } from './account/reset-password.js';
export type { AuditAdministration } from './administration/audit-administration.js';
export type { AuthAdministration } from './administration/auth-administration.js';
export type {
  ClientAdministration,
  ClientWithSecret,
  NewClient,
  RightsEdit,
  RightsOptions,
} from './administration/client-administration.js';
export type { GrantAdministration, GrantFilter } from './administration/grant-administration.js';
export type { KeyAdministration } from './administration/key-administration.js';
export type {
  FormerClientSecret,
  FormerSecretKeyUse,
  SecretKeyAdministration,
} from './administration/secret-key-administration.js';
export type {
  MadeResetLink,
  NewUser,
  UserAdministration,
  UserFactors,
} from './administration/user-administration.js';
export { auditChannel } from './audit/audit-channel.js';
export type { AuditEvent, AuditEventName, AuditRecord, RequestOrigin } from './audit/audit-event.js';
export { AuditLog, type AuditQuery } from './audit/audit-log.js';
export {
  type AdministrationErrorCode,
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type DelayErrorCode,
  type DeviceErrorCode,
  type ProtocolErrorCode,
} from './auth-error.js';
export { AuthorityFeed, type AuthorityFeedOptions } from './authority/authority-feed.js';
export { authorityKey, isAuthorityKey } from './authority/authority-key.js';
export {
  type Authority,
  type AuthorityOwner,
  type AuthoritySources,
  authoritiesAtOnce,
  readAuthorities,
} from './authority/read-authorities.js';
export type {
  AuthorizationCheck,
  AuthorizationProblem,
  AuthorizationRequest,
} from './authorization/authorization-request.js';
export { checkAuthorizationRequest } from './authorization/check-authorization-request.js';
export { cancelAuthorization, grantAuthorization } from './authorization/grant-authorization.js';
export { AssertionStore, type UsedAssertion } from './client/assertion-store.js';
export type { Client, ClientMarks, StoredClient } from './client/client.js';
export { clientKeyAlgorithms, namesOfClientKeys } from './client/client-keys.js';
export {
  type ClientBinding,
  type ClientKeys,
  ClientStore,
  type RightsChange,
  type SecretChange,
  type SecretRehash,
} from './client/client-store.js';
export { type FetchKeySet, PublishedClientKeys } from './client/published-client-keys.js';
export { Clock, systemClock } from './clock.js';
export {
  allowDevice,
  findWaitingDevice,
  refuseDevice,
  type TypedUserCode,
  type WaitingDevice,
} from './device/decide-device.js';
export type { DeviceCode, DeviceDecision } from './device/device-code.js';
export type { DeviceContext } from './device/device-context.js';
export { DeviceStore } from './device/device-store.js';
export { type DeviceAuthorization, requestDeviceCode } from './device/request-device-code.js';
export { askForPasskey, type PasskeyQuestion, proposePasskey } from './factor/ask-for-passkey.js';
export { checkPasskey, type UsedPasskey } from './factor/check-passkey.js';
export { checkSecondFactor, type TypedCode } from './factor/check-second-factor.js';
export {
  type EnrolmentResult,
  enrolAuthenticator,
  type ProposedAuthenticator,
  proposeAgain,
  proposeAuthenticator,
  renewRecoveryCodes,
} from './factor/enrol-authenticator.js';
export { enrolPasskey, type PasskeyEnrolmentResult } from './factor/enrol-passkey.js';
export type { FactorContext } from './factor/factor-context.js';
export { needsSecondFactor } from './factor/needs-second-factor.js';
export type { Passkey, PasskeyUse, UsedChallenge } from './factor/passkey.js';
export type { PasskeyAnswer } from './factor/passkey-answer.js';
export { type RelyingParty, relyingPartyOf } from './factor/relying-party.js';
export { removeFactor } from './factor/remove-factor.js';
export type { Authenticator, Enrolment, FactorMethod, FactorPart, FactorRemoval } from './factor/second-factor.js';
export { SecondFactorStore } from './factor/second-factor-store.js';
export type { Prover } from './factor/use-proof.js';
export type { AuthorizationCode } from './grant/authorization-code.js';
export type { Grant, GrantEndReason, GrantFlow, StoredGrant } from './grant/grant.js';
export { type GrantQuery, type GrantRenewal, GrantStore, type GrantsOfOtherKeys } from './grant/grant-store.js';
export { introspect, type TokenState } from './grant/introspect.js';
export { issueByCredentials } from './grant/issue-by-credentials.js';
export { issueOrReissue } from './grant/issue-or-reissue.js';
export { type GrantTokens, type IssuedTokens, tokenResponse } from './grant/issued-tokens.js';
export { revoke } from './grant/revoke.js';
export { ExpiredRows, type ExpiringKind } from './housekeeping/expired-rows.js';
export { runHousekeeping } from './housekeeping/run-housekeeping.js';
export { KeyRing } from './key/key-ring.js';
export type { SigningKey, SigningKeyState, StoredSigningKey } from './key/signing-key.js';
export { type KeyReseal, type KeyRotation, type KeyWithdrawal, SigningKeyStore } from './key/signing-key-store.js';
export { readUserInfo } from './openid/read-user-info.js';
export { Argon2PasswordHasher } from './password/argon2-password-hasher.js';
export type { HashQueueOptions, HashQueueWatch } from './password/hash-queue.js';
export { LeakedPasswordList } from './password/leaked-password-list.js';
export { LeakedPasswords } from './password/leaked-passwords.js';
export { PasswordHasher } from './password/password-hasher.js';
export { Randomness, systemRandomness } from './randomness.js';
export { fixedScope } from './request/fixed-values.js';
export { type Parameters, readParameters } from './request/parameters.js';
export { readQueryBytes, writeQueryBytes } from './request/query-bytes.js';
export type { TokenRequest } from './request/token-request.js';
export type { Revocation } from './revocation/revocation.js';
export { RevocationFeed, type RevocationFeedOptions } from './revocation/revocation-feed.js';
export { type RevocationPage, readRevocations } from './revocation/revocation-page.js';
export { RevocationStore } from './revocation/revocation-store.js';
export { sameBytes } from './secret/same-bytes.js';
export { type KeyedHash, ServerSecret } from './secret/server-secret.js';
export { AuthServer } from './server/auth-server.js';
export type { Device, Session } from './session/session.js';
export { type SessionQuery, SessionStore } from './session/session-store.js';
export { endSession, findSignedIn, startSession } from './session/sign-in-session.js';
export { type AuthSettings, defaultAuthSettings } from './settings/auth-settings.js';
export type { AttemptSettings } from './throttle/attempt-settings.js';
export { type AttemptChange, type AttemptState, AttemptStore } from './throttle/attempt-store.js';
export type { AccessTokenClaims } from './token/access-token-claims.js';
export {
  AccessTokenVerifier,
  type AccessTokenVerifierOptions,
  type KeySource,
  type RevocationList,
  type VerdictLookups,
} from './token/access-token-verifier.js';
export { bearerChallenge } from './token/bearer-challenge.js';
export { RemoteKeySet, type RemoteKeySetOptions } from './token/remote-key-set.js';
export type { Generations } from './token/token-id.js';
export { checkPassword, type SignIn } from './user/check-password.js';
export type { NewPasswordContext } from './user/new-password.js';
export type { ResetLink } from './user/reset-link.js';
export type { SignedInUser } from './user/signed-in-user.js';
export type { StoredUser, TokenUser, User } from './user/user.js';
export { type PasswordCondition, UserStore } from './user/user-store.js';
