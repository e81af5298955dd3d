import { AuthError } from '@trading-platform/auth-core';
import { type OAuthError, toOAuthError as refusalOf } from '@trading-platform/auth-core/nest/server';
import { isUnavailable, unavailableForSeconds } from '@trading-platform/service';

export type { OAuthError } from '@trading-platform/auth-core/nest/server';

/**
 * The answer to any failure. If the server cannot reach its database, the answer says when to try again. It reveals nothing about our own
 * failures.
 */
export function toOAuthError(error: unknown, authorization: string | undefined): OAuthError {
  if (error instanceof AuthError) return refusalOf(error, authorization) ?? serverError;
  return isUnavailable(error) ? unavailable : serverError;
}

/** The answer to a request that is wrong in itself. */
export function invalidRequest(error_description: string, status = 400): OAuthError {
  return { status, headers: {}, body: { error: 'invalid_request', error_description } };
}

export const nothingHere: OAuthError = {
  status: 404,
  headers: {},
  body: { error: 'not_found', error_description: 'There is nothing at this address' },
};

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
