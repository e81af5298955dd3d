import type { FastifyInstance } from 'fastify';

/** Headers whose parsers take more than linear time. */
const parsedHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type'] as const;

const mostCharacters = 1_000;

/** No parser sees more of these headers than an honest client sends: one of 16 kB of blanks held others up for a quarter of a second. */
export function boundHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    for (const name of parsedHeaders) {
      const value = headers[name];
      if (value !== undefined && value.length > mostCharacters) headers[name] = value.slice(0, mostCharacters);
    }
    done();
  });
}
