/** Refusals that a token endpoint answers in the words of RFC 6749 5.2. */
export type ProtocolErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** Refusals that have nothing to do with what was asked: the caller may come back later. */
export type DelayErrorCode = 'throttled' | 'overloaded';

/** Refusals of the operators' functions. */
export type AdministrationErrorCode =
  | 'client-exists'
  | 'unknown-client'
  | 'user-exists'
  | 'unknown-user'
  | 'unknown-grant'
  | 'unknown-key'
  | 'redirect-uri-invalid'
  | 'password-too-short'
  | 'password-too-long'
  | 'value-invalid'
  | 'key-not-ready'
  | 'secret-key-wrong';

/** Why something was refused; `token-invalid`: an access token that is wrong, expired, revoked or for somebody else. */
export type AuthErrorCode = ProtocolErrorCode | DelayErrorCode | AdministrationErrorCode | 'token-invalid';

/** Details of an `AuthError` besides its message. */
export interface AuthErrorDetails {
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** For logs only; never shown to a caller. */
  readonly privateDetail?: string;
  readonly cause?: unknown;
}

/** The one error class of this package. `message` may be shown to the caller. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly privateDetail: string | undefined;

  constructor(code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.privateDetail = details.privateDetail;
  }
}
