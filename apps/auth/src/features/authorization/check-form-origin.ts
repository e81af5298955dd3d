import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by our own page. The pages send no referrer, so browsers name the origin `null`. A browser that says
 * where a request comes from (`Sec-Fetch-Site`) is believed; for the others the token in the form decides.
 * Without https, as in development, the server may be opened under another name of the same machine.
 */
export function isOwnForm(request: Pick<FastifyRequest, 'headers'>, issuer: string): boolean {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return true;
  if (origin === new URL(issuer).origin) return true;
  return issuer.startsWith('http:') && origin === `http://${request.headers.host ?? ''}`;
}
