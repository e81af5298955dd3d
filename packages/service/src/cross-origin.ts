import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The rights of scripts of other origins, as browsers enforce them (Fetch Standard, CORS protocol). */
export interface CrossOriginRules {
  readonly methods: readonly string[];
  /** Allowed request headers. */
  readonly requestHeaders: readonly string[];
  /** Readable answer headers. */
  readonly answerHeaders: readonly string[];
  /** Seconds for which browsers store the answer to a preflight. */
  readonly preflightSeconds: number;
  /**
   * Routes closed to other origins, by their registered path. The spelling of the path in a request does not matter.
   */
  readonly closedRoutes?: readonly string[];
}

/**
 * Lets scripts of all origins call a service without cookies. So no answer depends on data that a browser adds by
 * itself. Every answer has these headers, even for unknown paths and unreadable requests. Only closed routes have no
 * such headers.
 */
export class CrossOrigin {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #preflightHeaders: Readonly<Record<string, string>>;
  readonly #closedRoutes: ReadonlySet<string>;
  /** Requests to closed routes. */
  readonly #closed = new WeakSet<IncomingMessage>();

  constructor({ methods, requestHeaders, answerHeaders, preflightSeconds, closedRoutes }: CrossOriginRules) {
    this.#headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': answerHeaders.join(', '),
    };
    this.#preflightHeaders = {
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': requestHeaders.join(', '),
      'Access-Control-Max-Age': String(preflightSeconds),
    };
    this.#closedRoutes = new Set(closedRoutes);
  }

  /** Adds the headers to every routed answer, and answers preflights, even for unknown paths. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (this.#closedRoutes.has(request.routeOptions.url ?? '')) this.#closed.add(request.raw);
      else if (this.answersPreflight(request, reply)) return;
      done();
    });
  }

  /** Adds the headers to an answer. If the request is a preflight, answers it and returns true. */
  answersPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
    reply.headers(this.#headers);
    if (request.method !== 'OPTIONS') return false;
    void reply.code(204).headers(this.#preflightHeaders).send();
    return true;
  }

  /** The headers of an answer that is written without the router. The request is undefined if its headers could not be read. */
  headersFor(request: IncomingMessage | undefined): Readonly<Record<string, string>> {
    return request !== undefined && this.#closed.has(request) ? {} : this.#headers;
  }
}
