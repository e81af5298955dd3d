import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Services parse these headers, and the cost grows faster than their length. */
const takenApart = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'if-none-match'] as const;
const mostCharacters = 1_000;

/**
 * Refuses a request with a longer header before the header is parsed. Otherwise a single call could delay all other
 * calls.
 */
export function boundHeaders(
  fastify: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    for (const name of takenApart) {
      if ((headers[name]?.length ?? 0) > mostCharacters) return refuse(request, reply);
    }
    done();
  });
}
