import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Content types that Fastify refuses before any guard runs, by their request. */
const malformed = new WeakMap<FastifyRequest, string>();

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/**
 * Fastify refuses and parses bodies before any guard runs, but who calls is asked before what is sent. So every body
 * passes Fastify unread, whatever its type, and is read after the guards by `readJsonBody`.
 */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // The usual type by its name, which is found faster.
  fastify.addContentTypeParser(['application/json', '*'], (_request, _payload, done) => done(null, undefined));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const contentType = headers['content-type'];
    if (contentType !== undefined && !wellFormed.test(contentType)) {
      malformed.set(request, contentType);
      delete headers['content-type'];
    }
    done();
  });
}

/** The Content-Type that came with a request. */
export function contentTypeOf(request: FastifyRequest): string | undefined {
  return request.raw.headers['content-type'] ?? malformed.get(request);
}
