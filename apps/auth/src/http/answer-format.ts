import { XMLBuilder } from 'fast-xml-parser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seenOf } from './form-body.js';
import { noStore } from './no-store.js';
import type { OAuthError } from './oauth-error.js';
import { queryOf } from './query-of.js';

/** The format of an answer of the credentials endpoint (Spec 4.3). */
export type AnswerFormat = 'json' | 'xml';

const builder = new XMLBuilder({ processEntities: true });
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** The path of the credentials endpoint. Only this endpoint has answers in formats other than JSON. */
export const credentialsPath = '/api/credentials/access_token';

/**
 * Returns the format that the caller asked for. The parameter for the format is looked for first in the part of the
 * body that was read, even if the body is invalid, and then in the query.
 */
export function askedFormat(request: FastifyRequest): AnswerFormat {
  if (request.routeOptions.url !== credentialsPath) return 'json';
  const asked = namedFormats(seenOf(request));
  const named = asked.length > 0 ? asked : namedFormats(queryOf(request));
  return named.length === 1 && named[0] === 'xml' ? 'xml' : 'json';
}

function namedFormats(encoded: string): readonly string[] {
  return new URLSearchParams(encoded).getAll('response_type');
}

/** Sends a token record in the given format. */
export function sendTokens(reply: FastifyReply, record: object, format: AnswerFormat): void {
  send(reply.code(200), 'token', record, format);
}

/** Sends an error of an endpoint for clients in the given format. */
export function sendOAuthError(reply: FastifyReply, error: OAuthError, format: AnswerFormat): FastifyReply {
  return send(reply.code(error.status).headers(error.headers), 'error_response', error.body, format);
}

function send(reply: FastifyReply, root: string, record: object, format: AnswerFormat): FastifyReply {
  void reply.headers(noStore);
  if (format === 'json') return reply.send(record);
  return reply.type('application/xml; charset=UTF-8').send(declaration + builder.build({ [root]: record }));
}
