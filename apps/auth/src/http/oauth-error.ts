import { AuthError } from '@trading-platform/auth-core';
import { isUnavailable, unavailableForSeconds } from '@trading-platform/service';

/** An error answer of the endpoints for clients. RFC 6749 5.2. */
export interface OAuthError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string; readonly error_description: string };
}

const clientChallenge = 'Basic realm="/api", charset="UTF-8"';

/**
 * Every failure of client or grant is 400, except 401 for a client that used HTTP Basic. Where the caller is throttled, or the
 * server is overloaded or without its database, the answer says when to come back. Anything else is a failure of ours, of which
 * the answer tells nothing.
 */
export function toOAuthError(error: unknown, authorization: string | undefined): OAuthError {
  if (!(error instanceof AuthError)) return isUnavailable(error) ? unavailable : serverError;
  const retry = { 'Retry-After': String(error.retryAfterSeconds ?? 1) };
  const later = { error: 'temporarily_unavailable', error_description: error.message };
  switch (error.code) {
    case 'throttled':
      return { status: 429, headers: retry, body: later };
    case 'overloaded':
      return { status: 503, headers: retry, body: later };
    case 'invalid_client': {
      const usedBasic = /^basic\b/i.test(authorization ?? '');
      const headers: Record<string, string> = usedBasic ? { 'WWW-Authenticate': clientChallenge } : {};
      return { status: usedBasic ? 401 : 400, headers, body: describe(error) };
    }
    case 'invalid_request':
    case 'invalid_grant':
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'invalid_scope':
      return { status: 400, headers: {}, body: describe(error) };
    default:
      return serverError;
  }
}

/** What is wrong with a request as such. */
export function invalidRequest(error_description: string, status = 400): OAuthError {
  return { status, headers: {}, body: { error: 'invalid_request', error_description } };
}

export const nothingHere: OAuthError = {
  status: 404,
  headers: {},
  body: { error: 'not_found', error_description: 'There is nothing at this address' },
};

function describe(error: AuthError): OAuthError['body'] {
  return { error: error.code, error_description: error.message };
}

/** The database does not answer now. */
const unavailable: OAuthError = {
  status: 503,
  headers: { 'Retry-After': String(unavailableForSeconds) },
  body: { error: 'temporarily_unavailable', error_description: 'The server cannot work at this moment; try again' },
};

const serverError: OAuthError = {
  status: 500,
  headers: {},
  body: { error: 'server_error', error_description: 'Internal error; the log knows more under the request id' },
};
