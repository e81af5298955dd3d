import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.js';
import { queryOf } from '../http/query-of.js';
import { negotiateLanguage } from '../page/index.js';
import type { PageVisit } from './page-visit.js';

/**
 * Reads the path, query and language of a browser's request. The path consists of the configured issuer's path and the
 * path of the route, even if the request spells it differently. The host is omitted, because browsers may use several
 * names for the server. If a language was chosen in the form or in the address, this language is used, and otherwise
 * the browser's language.
 */
export function readVisit(
  { issuer }: Pick<Env, 'issuer'>,
  request: FastifyRequest,
  reply: FastifyReply,
  chosenLanguage?: string,
): PageVisit {
  const query = queryOf(request);
  const chosen = chosenLanguage ?? new URLSearchParams(query).get('lang') ?? undefined;
  return {
    request,
    reply,
    path: new URL(`${issuer}${request.routeOptions.url ?? ''}`).pathname,
    query,
    language: negotiateLanguage(request.headers['accept-language'], chosen),
    origin: { address: request.ip, requestId: request.id },
  };
}
