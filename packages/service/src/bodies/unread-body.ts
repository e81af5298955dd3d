import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyMemory, BodyPortion } from './body-memory.js';
import { BodyRefused } from './body-refused.js';
import { isUtf8Name, mediaTypeOf } from './media-type.js';
import { declaredBytes, discard, readBody } from './read-body.js';

/** If the declared size exceeds the limit by this factor, the body is not read to its end: the connection is closed. */
const discardedAtMost = 16;
/** Node reads at most this much from a connection at once. */
const onePieceBytes = 64 * 1024;

/** The limits of the bodies of a service, and how callers share the memory. */
export interface BodyTerms {
  readonly memory: BodyMemory;
  /** Largest body if the handler sets no other limit. */
  readonly limitBytes: number;
  /** The caller that shares one portion of the memory. */
  readonly callerOf: (request: FastifyRequest) => string;
}

/**
 * The unread body of a call, which is `request.body` of every call. A body is read only after the guards have accepted
 * its call, and only if the memory for bodies has room.
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

  get contentType(): string | undefined {
    return this.request.raw.headers['content-type'] ?? malformed.get(this.request);
  }

  /** Whether it has no Content-Encoding. */
  get isPlain(): boolean {
    const encoding = this.request.raw.headers['content-encoding'];
    return encoding === undefined || encoding.toLowerCase() === 'identity';
  }

  /** @throws BodyRefused `too-large` if the declared size is larger */
  refuseDeclaredSize(limitBytes = this.#terms.limitBytes): void {
    const declared = declaredBytes(this.request.raw) ?? 0;
    if (declared <= limitBytes) return;
    throw this.#told(new BodyRefused('too-large', { cutsLine: declared > limitBytes * discardedAtMost }));
  }

  /** @throws BodyRefused `wrong-type` if it has another media type, is not UTF-8, or is compressed */
  refuseOtherTypes(mediaType: string): void {
    const type = mediaTypeOf(this.contentType);
    if (type?.essence === mediaType && isUtf8Name(type.params.get('charset')) && this.isPlain) return;
    throw new BodyRefused('wrong-type');
  }

  /** Its memory. The caller frees it when the bytes are no longer needed. */
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

  /** The whole body, if it has this media type; its memory is freed when the call is answered. @throws BodyRefused */
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

/** By request: Content-Types that are so malformed that Fastify would refuse the request before the guards. */
const malformed = new WeakMap<FastifyRequest, string>();

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/**
 * Lets every body pass Fastify unread, whatever its type. Fastify would parse or refuse it before the guards, but a
 * caller without a token must be refused before any of its body is read.
 */
export function leaveBodiesUnread(fastify: FastifyInstance, terms: BodyTerms): void {
  fastify.removeAllContentTypeParsers();
  // The usual type is named explicitly, because Fastify finds a name faster than `*`.
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
 * Reads and drops a large unread body once its call is answered. A body without a declared size may have tiny pieces,
 * which Node drops at lower cost.
 */
function discardUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if ((declaredBytes(raw) ?? 0) <= onePieceBytes) return;
  // This runs before Node checks whether the body was read.
  reply.raw.prependOnceListener('finish', () => {
    if (!raw.complete && raw.readableFlowing === null) discard(raw).read(0);
  });
}
