import { HttpException } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { BearerTokenRefused, RightMissing } from '@trading-platform/auth-core/nest';
import { type ErrorCode, errorCode } from '@trading-platform/domain-types';
import { type BodyRefusal, BodyRefused, isUnavailable, unavailableForSeconds } from '@trading-platform/service';
import { ThreadUnavailableError } from '@trading-platform/validation/threads';
import { ApiRefusal, textOf } from './api-refusal.js';

/** The error code of the contract for each status with which Nest and Fastify refuse a call. */
const statusCodes: Readonly<Record<number, ErrorCode>> = {
  400: errorCode.bodyUnreadable,
  404: errorCode.unknownPath,
  405: errorCode.methodNotAllowed,
  406: errorCode.notAcceptable,
  413: errorCode.bodyTooLarge,
  414: errorCode.unknownPath,
  415: errorCode.wrongContentType,
};

/**
 * The error code of the contract for each reason to refuse a body. With `true`, the error also contains a more specific text
 * than the table of codes.
 */
const bodyCodes: Readonly<Record<BodyRefusal, readonly [code: ErrorCode, saysMore?: true]>> = {
  'too-large': [errorCode.bodyTooLarge],
  'wrong-type': [errorCode.wrongContentType],
  'no-room': [errorCode.unavailable, true],
  'ended-early': [errorCode.bodyUnreadable, true],
  'too-many-pieces': [errorCode.bodyUnreadable, true],
  'not-json': [errorCode.bodyUnreadable],
  'too-deep': [errorCode.bodyUnreadable, true],
  'too-many-values': [errorCode.bodyUnreadable, true],
};

/** Converts an error to the answer that the contract requires (Spec 7). */
export function toRefusal(error: unknown): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  if (error instanceof BearerTokenRefused) {
    return ApiRefusal.of(errorCode.tokenInvalid, { headers: { 'WWW-Authenticate': error.challenge }, cause: error });
  }
  if (error instanceof RightMissing) {
    return ApiRefusal.of(errorCode.noAuthority, { detail: textOf(error), cause: error });
  }
  if (error instanceof BodyRefused) return ofBody(error);
  const code = statusCodes[statusOf(error)];
  if (code !== undefined) return ApiRefusal.of(code, { cause: error });
  if (isUnavailable(error) || isOverloaded(error)) {
    return ApiRefusal.of(errorCode.unavailable, {
      headers: { 'Retry-After': String(unavailableForSeconds) },
      cause: error,
    });
  }
  return ApiRefusal.of(errorCode.internal, { cause: error });
}

function ofBody(error: BodyRefused): ApiRefusal {
  const [code, saysMore] = bodyCodes[error.reason];
  return ApiRefusal.of(code, { ...(saysMore && { detail: textOf(error) }), headers: error.headers, cause: error });
}

function isOverloaded(error: unknown): boolean {
  return error instanceof ThreadUnavailableError || (error instanceof AuthError && error.code === 'overloaded');
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' ? statusCode : 0;
}
