import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyMemory, BodyPortion } from './body-memory.js';
import { BodyRefused } from './body-refused.js';
import { isUtf8Name, mediaTypeOf } from './media-type.js';
import { declaredBytes, discard, readBody } from './read-body.js';

/** A body whose declared size is more than this many times the limit is not read to its end: the connection is closed. */
const discardedAtMost = 16;
/** What Node reads from a connection at once. */
const onePieceBytes = 64 * 1024;

/** How the bodies of a service are read. */
export interface BodyTerms {
  readonly memory: BodyMemory;
  /** Largest body where nothing else is said. */
  readonly limitBytes: number;
  /** Who shares one portion of the memory. */
  readonly callerOf: (request: FastifyRequest) => string;
}

/**
 * A call whose body is not read yet: `request.body` of every call. No body is read before the guards have let its call pass, and each is
 * read within the memory for bodies.
 */
export class UnreadBody {
  readonly #terms: BodyTerms;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    terms: BodyTerms,
  ) {
    this.#terms = terms;
  }

  /** The Content-Type that came with it. */
  get contentType(): string | undefined {
    return this.request.raw.headers['content-type'] ?? malformed.get(this.request);
  }

  /** Whether it comes as it is, without a Content-Encoding. */
  get isPlain(): boolean {
    const encoding = this.request.raw.headers['content-encoding'];
    return encoding === undefined || encoding.toLowerCase() === 'identity';
  }

  /** @throws BodyRefused `too-large` if it says that it is larger */
  refuseDeclaredSize(limitBytes = this.#terms.limitBytes): void {
    const declared = declaredBytes(this.request.raw) ?? 0;
    if (declared <= limitBytes) return;
    throw this.#told(new BodyRefused('too-large', { cutsLine: declared > limitBytes * discardedAtMost }));
  }

  /** @throws BodyRefused `wrong-type` if it is of another media type, in another character set than UTF-8, or compressed */
  refuseOtherTypes(mediaType: string): void {
    const type = mediaTypeOf(this.contentType);
    if (type?.essence === mediaType && isUtf8Name(type.params.get('charset')) && this.isPlain) return;
    throw new BodyRefused('wrong-type');
  }

  /** Memory for it, to be freed when its bytes are needed no more. */
  portion(): BodyPortion {
    return this.#terms.memory.portion(this.#terms.callerOf(this.request));
  }

  /** The whole body. @throws BodyRefused */
  async read(portion: BodyPortion, limitBytes = this.#terms.limitBytes): Promise<Buffer> {
    try {
      return await readBody(this.request.raw, limitBytes, portion);
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** The whole body of a media type; its memory is freed when the call is answered. @throws BodyRefused */
  async readOf(mediaType: string, limitBytes?: number): Promise<Buffer> {
    this.refuseDeclaredSize(limitBytes);
    this.refuseOtherTypes(mediaType);
    const portion = this.portion();
    this.reply.raw.once('close', () => portion.free());
    return this.read(portion, limitBytes);
  }

  #told(error: unknown): unknown {
    if (error instanceof BodyRefused) this.reply.headers(error.headers);
    return error;
  }
}

/** By request: content types so malformed that Fastify would refuse them before any guard runs. */
const malformed = new WeakMap<FastifyRequest, string>();

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/**
 * Lets every body pass Fastify unread, whatever its type. Fastify would parse or refuse it before any guard runs, but who is not signed in
 * is refused before anything of a body is read.
 */
export function leaveBodiesUnread(fastify: FastifyInstance, terms: BodyTerms): void {
  fastify.removeAllContentTypeParsers();
  // The usual type has its name here because Fastify finds a name faster than `*`.
  fastify.addContentTypeParser(['application/json', '*'], ({ body }, _payload, done) => done(null, body));
  fastify.addHook('onRequest', (request, reply, done) => {
    request.body = new UnreadBody(request, reply, terms);
    discardUnread(request, reply);
    const { headers } = request.raw;
    const contentType = headers['content-type'];
    if (contentType !== undefined && !wellFormed.test(contentType)) {
      malformed.set(request, contentType);
      delete headers['content-type'];
    }
    done();
  });
}

/**
 * Lets a large body that nobody has read flow away once its call is answered. A body without a declared size may have tiny pieces, which
 * Node itself throws away more cheaply.
 */
function discardUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if ((declaredBytes(raw) ?? 0) <= onePieceBytes) return;
  // Before Node looks whether somebody reads.
  reply.raw.prependOnceListener('finish', () => {
    if (!raw.complete && raw.readableFlowing === null) discard(raw).read(0);
  });
}
