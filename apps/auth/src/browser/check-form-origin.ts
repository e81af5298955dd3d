import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by a page of this server. The pages send no referrer, so browsers send `null` as the origin.
 * If the browser says where a request comes from (`Sec-Fetch-Site`), the server relies on this header. For all other
 * browsers, the token in the form decides. Without https, as during development, the page may have been opened under
 * another name of the same machine.
 */
export function isOwnForm(request: Pick<FastifyRequest, 'headers'>, issuer: string): boolean {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return true;
  if (origin === new URL(issuer).origin) return true;
  return issuer.startsWith('http:') && origin === `http://${request.headers.host ?? ''}`;
}
