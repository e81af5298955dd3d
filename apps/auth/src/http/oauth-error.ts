import { AuthError } from '@trading-platform/auth-core';
import { type OAuthError, toOAuthError as refusalOf } from '@trading-platform/auth-core/nest/server';
import { isUnavailable, unavailableForSeconds } from '@trading-platform/service';

export type { OAuthError } from '@trading-platform/auth-core/nest/server';

/**
 * Makes the answer to any error. If the server cannot reach its database, the answer says when to try again. The answer does not
 * reveal the cause of a failure inside the server.
 */
export function toOAuthError(error: unknown, authorization: string | undefined): OAuthError {
  if (error instanceof AuthError) return refusalOf(error, authorization) ?? serverError;
  return isUnavailable(error) ? unavailable : serverError;
}

/** Makes the answer to an invalid request. */
export function invalidRequest(error_description: string, status = 400): OAuthError {
  return { status, headers: {}, body: { error: 'invalid_request', error_description } };
}

export const nothingHere: OAuthError = {
  status: 404,
  headers: {},
  body: { error: 'not_found', error_description: 'There is nothing at this address' },
};

/** The answer that is sent while the database does not respond. */
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
