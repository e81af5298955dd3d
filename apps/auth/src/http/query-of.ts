import type { FastifyRequest } from 'fastify';

/** The query string as it was sent. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
