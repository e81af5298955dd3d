import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryOf } from '../http/read-token-request.js';
import { negotiateLanguage } from '../page/index.js';
import type { PageVisit } from './page-visit.js';

/** Takes a browser's request apart; the language is the one chosen in the form or the address, else the browser's. */
export function readVisit(request: FastifyRequest, reply: FastifyReply, chosenLanguage?: string): PageVisit {
  const query = queryOf(request);
  const chosen = chosenLanguage ?? new URLSearchParams(query).get('lang') ?? undefined;
  return {
    request,
    reply,
    path: request.url.split('?')[0] ?? '',
    query,
    language: negotiateLanguage(request.headers['accept-language'], chosen),
    origin: { address: request.ip, requestId: request.id },
  };
}
