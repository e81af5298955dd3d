/** The answers of the token endpoint to a device that gets no tokens (RFC 8628 3.5). */
export type DeviceErrorCode = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token';

/** Errors that a token endpoint returns with the error codes of RFC 6749 5.2. */
export type ProtocolErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | DeviceErrorCode;

/** Errors that do not depend on the content of the request, so that the caller may try again later. */
export type DelayErrorCode = 'throttled' | 'overloaded';

/** Errors of the functions for operators, and of a person's own account. */
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
  | 'password-leaked'
  | 'password-unchanged'
  | 'value-invalid'
  | 'key-not-ready'
  | 'secret-key-wrong';

/**
 * The reason why a call was refused. `token-invalid` means that an access token is malformed, expired or revoked, or is meant for
 * another API.
 */
export type AuthErrorCode = ProtocolErrorCode | DelayErrorCode | AdministrationErrorCode | 'token-invalid';

/** The details of an `AuthError` besides its message. */
export interface AuthErrorDetails {
  /** The number of seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** A detail that is only written to logs and never shown to a caller. */
  readonly privateDetail?: string;
  readonly cause?: unknown;
}

/** The only error class of this package. The `message` may be shown to the caller. */
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
