import type { FastifyRequest } from 'fastify';

/** Returns the query string in the form in which it was sent. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
