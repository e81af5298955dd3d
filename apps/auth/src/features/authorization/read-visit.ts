import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.js';
import { queryOf } from '../../http/query-of.js';
import { negotiateLanguage } from './page/index.js';
import type { PageVisit } from './page-visit.js';

/**
 * Takes a browser's request apart. The path is that of the configured issuer, however the request spells it. The host is left
 * out, since a browser may know the server under several names. The language is the one chosen in the form or in the address,
 * else the browser's.
 */
export function readVisit(
  { issuer, idpSegment }: Pick<Env, 'issuer' | 'idpSegment'>,
  request: FastifyRequest,
  reply: FastifyReply,
  chosenLanguage?: string,
): PageVisit {
  const query = queryOf(request);
  const chosen = chosenLanguage ?? new URLSearchParams(query).get('lang') ?? undefined;
  return {
    request,
    reply,
    path: new URL(`${issuer}/${idpSegment}/oauth2/authorize`).pathname,
    query,
    language: negotiateLanguage(request.headers['accept-language'], chosen),
    origin: { address: request.ip, requestId: request.id },
  };
}
