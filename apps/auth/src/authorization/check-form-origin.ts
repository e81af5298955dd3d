import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by our own page. The pages send no referrer, so browsers name the origin `null`; those that say
 * where a request comes from (`Sec-Fetch-Site`) are taken at their word, for the others the token in the form decides.
 */
export function isOwnForm(request: Pick<FastifyRequest, 'headers'>, issuer: string): boolean {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return true;
  return origin === new URL(issuer).origin || origin === `http://${request.headers.host ?? ''}`;
}
