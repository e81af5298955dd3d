import type { AuthError } from '../../auth-error.js';

/** An error answer of the endpoints for clients (RFC 6749 §5.2). */
export interface OAuthError {
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string; readonly error_description: string };
}

const clientChallenge = 'Basic realm="/api", charset="UTF-8"';

/**
 * Converts an error to its answer. Every error of a client or grant has the status 400, except that the status is 401 for a
 * client that used HTTP Basic. If the caller is throttled or the server is overloaded, the answer says when to try again.
 *
 * @param authorization the `Authorization` header of the request
 * @returns undefined for an error that no caller has caused
 */
export function toOAuthError(error: AuthError, authorization: string | undefined): OAuthError | undefined {
  const retry = { 'Retry-After': String(error.retryAfterSeconds ?? 1) };
  const later = { error: 'temporarily_unavailable', error_description: error.message };
  const body = { error: error.code, error_description: error.message };
  switch (error.code) {
    case 'throttled':
      return { status: 429, headers: retry, body: later };
    case 'overloaded':
      return { status: 503, headers: retry, body: later };
    case 'invalid_client': {
      const usedBasic = /^basic\b/i.test(authorization ?? '');
      const headers: Record<string, string> = usedBasic ? { 'WWW-Authenticate': clientChallenge } : {};
      return { status: usedBasic ? 401 : 400, headers, body };
    }
    case 'invalid_request':
    case 'invalid_grant':
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'invalid_scope':
    case 'authorization_pending':
    case 'slow_down':
    case 'access_denied':
    case 'expired_token':
      return { status: 400, headers: {}, body };
    default:
      return undefined;
  }
}
