import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A call whose body nobody has read: what `@Body()` stands for until `RequestPipe` has judged it. */
export class UnreadBody {
  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
  ) {}
}

/** Content types that Fastify refuses before any guard runs, by their request. */
const malformed = new WeakMap<FastifyRequest, string>();

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/**
 * Fastify refuses and parses bodies before any guard runs, but who calls is asked before what is sent. So every body
 * passes Fastify unread, whatever its type, and is read after the guards by `RequestPipe`.
 */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // The usual type by its name, which is found faster.
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
