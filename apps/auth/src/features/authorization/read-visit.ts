import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.js';
import { queryOf } from '../../http/query-of.js';
import { negotiateLanguage } from './page/index.js';
import type { PageVisit } from './page-visit.js';

/**
 * Takes a browser's request apart. Addresses in the page are those of the configured issuer, however the path is spelled in the
 * request; its host is left to the browser, which may know the server under several names. The language is the one chosen in the form or the address, else the
 * browser's.
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
