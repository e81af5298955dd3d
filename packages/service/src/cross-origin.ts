import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What browsers let scripts of other origins do with a service (Fetch Standard, CORS protocol). */
export interface CrossOriginRules {
  readonly methods: readonly string[];
  /** Headers that a request may have. */
  readonly requestHeaders: readonly string[];
  /** Headers of an answer that may be read. */
  readonly answerHeaders: readonly string[];
  /** How long browsers keep the answer to a preflight. */
  readonly preflightSeconds: number;
  /** Routes that answer no other origin, by their registered path. How a request spells the path does not matter. */
  readonly closedRoutes?: readonly string[];
}

/**
 * Lets scripts of all origins call a service, without cookies: no answer depends on what a browser adds by itself. Every
 * answer has the headers for it, also answers to unknown paths and unreadable requests, but not those of closed routes.
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

  /** Gives every routed answer its headers, and answers preflights, also for unknown paths. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (this.#closedRoutes.has(request.routeOptions.url ?? '')) this.#closed.add(request.raw);
      else if (this.answersPreflight(request, reply)) return;
      done();
    });
  }

  /** Gives an answer its headers. If the request is a preflight, answers it and returns true. */
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
