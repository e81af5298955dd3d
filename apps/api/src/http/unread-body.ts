import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A call whose body is not read yet. `@Body()` gives it to `RequestPipe`, which reads the body. */
export class UnreadBody {
  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
  ) {}
}

/** By request: content types so malformed that Fastify would refuse them before any guard runs. */
const malformed = new WeakMap<FastifyRequest, string>();

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/**
 * Lets every body pass Fastify unread, whatever its type. Fastify would parse or refuse it before any guard runs, but the
 * contract asks for the caller's token first. `RequestPipe` reads the body after the guards.
 */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // The usual type has its name here because Fastify finds a name faster than `*`.
  fastify.addContentTypeParser(['application/json', '*'], ({ body }, _payload, done) => done(null, body));
  fastify.addHook('onRequest', (request, reply, done) => {
    request.body = new UnreadBody(request, reply);
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
