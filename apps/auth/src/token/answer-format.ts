import { XMLBuilder } from 'fast-xml-parser';
import type { FastifyReply } from 'fastify';
import { noStore } from '../http/no-store.js';
import type { OAuthError } from '../http/oauth-error.js';

/** The form of an answer of the credentials endpoint. Spec 4.3. */
export type AnswerFormat = 'json' | 'xml';

const builder = new XMLBuilder({ processEntities: true });
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** What the caller asked for, as far as it can be told; unreadable requests are answered in JSON. */
export function askedFormat(body: unknown): AnswerFormat {
  if (typeof body !== 'string') return 'json';
  const asked = new URLSearchParams(body).getAll('response_type');
  return asked.length === 1 && asked[0] === 'xml' ? 'xml' : 'json';
}

/** Sends a token record. */
export function sendTokens(reply: FastifyReply, record: object, format: AnswerFormat): void {
  send(reply.code(200), 'token', record, format);
}

/** Sends an error of an endpoint for clients. */
export function sendOAuthError(reply: FastifyReply, error: OAuthError, format: AnswerFormat): void {
  send(reply.code(error.status).headers(error.headers), 'error_response', error.body, format);
}

function send(reply: FastifyReply, root: string, record: object, format: AnswerFormat): void {
  void reply.headers(noStore);
  if (format === 'json') void reply.send(record);
  else void reply.type('application/xml; charset=UTF-8').send(declaration + builder.build({ [root]: record }));
}
