import { AuthError, bearerChallenge } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nothingHere } from './oauth-error.js';

const insufficientScope = 'Bearer realm="/api", error="insufficient_scope"';

/** Reads the access token of a call from its header (RFC 6750 2.1). */
export function tokenInHeader({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([^ ]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Answers a call according to its access token: with 401 if there is no valid token, and with 403 if the client of the token may
 * not make the call (RFC 6750 3).
 *
 * @throws every other error of `answer`
 */
export async function answerByToken<Answer extends object>(
  reply: FastifyReply,
  token: string | undefined,
  answer: (token: string) => Promise<Answer>,
): Promise<object> {
  if (token === undefined) return refuse(reply, 401, bearerChallenge(), 'invalid_request', 'No access token');
  try {
    return await answer(token);
  } catch (error) {
    if (error instanceof AuthError && error.code === 'token-invalid') {
      return refuse(reply, 401, bearerChallenge(error.message), 'invalid_token', error.message);
    }
    if (error instanceof AuthError && error.code === 'unauthorized_client') {
      return refuse(reply, 403, insufficientScope, 'insufficient_scope', error.message);
    }
    throw error;
  }
}

/** Answers that there is nothing at this address, even if the address exists but is hidden from the caller. */
export function answerNothing(reply: FastifyReply): object {
  void reply.code(nothingHere.status);
  return nothingHere.body;
}

function refuse(
  reply: FastifyReply,
  status: number,
  challenge: string,
  error: string,
  error_description: string,
): object {
  void reply.code(status).header('WWW-Authenticate', challenge);
  return { error, error_description };
}
