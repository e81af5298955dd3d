import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * All methods that Fastify does not support by itself are routed as this method. No handler uses such a method.
 * Separate routes for each of these methods and each path would take a sixth of the start time of the API.
 */
const standIn = 'PROPFIND';
const status = 405;

/**
 * Answers 405 if the path is known but not with this method, so that only unknown paths are 404 (RFC 9110 §15.5.6).
 * Each known path also gets a route for every other Fastify method, and one route for all remaining methods that Node
 * can read. Add this class, or a subclass with its own answer, to the providers of a service.
 */
@Injectable()
export class MethodNotAllowed implements OnApplicationBootstrap {
  readonly #methods = new Map<string, Set<string>>();
  readonly #fastify: FastifyInstance;
  /** The original methods of requests that are routed as `standIn`. */
  readonly #received = new WeakMap<IncomingMessage, string | undefined>();

  constructor(host: HttpAdapterHost) {
    this.#fastify = host.httpAdapter.getInstance<FastifyInstance>();
    this.#fastify.addHttpMethod(standIn);
    this.#routeAsOne(new Set(this.#fastify.supportedMethods));
    this.#fastify.addHook('onRoute', ({ url, method }) => {
      const methods = this.#methods.get(url) ?? new Set();
      this.#methods.set(url, methods);
      for (const one of [method].flat()) methods.add(one);
    });
  }

  /** Answers with 405, or throws an error that the service's filter answers with 405. `allow` is the value of `Allow`. */
  protected refuse(reply: FastifyReply, allow: string): unknown {
    const body = { statusCode: status, error: STATUS_CODES[status], message: `Only ${allow} is allowed here` };
    return reply.code(status).header('Allow', allow).send(body);
  }

  onApplicationBootstrap(): void {
    for (const [url, methods] of Array.from(this.#methods)) {
      if (url !== '*') this.#refuseOthers(url, new Set(methods));
    }
  }

  /** When the hooks and the route run, a request has its original method again. */
  #routeAsOne(routed: ReadonlySet<string | undefined>): void {
    this.#fastify.server.prependListener('request', (request: IncomingMessage) => {
      if (routed.has(request.method)) return;
      this.#received.set(request, request.method);
      request.method = standIn;
    });
    this.#fastify.addHook('onRequest', ({ raw }, _reply, done) => {
      if (raw.method === standIn) raw.method = this.#received.get(raw) ?? standIn;
      done();
    });
  }

  /** Runs before any body is read. Preflights of other origins are answered earlier. */
  #refuseOthers(url: string, allowed: ReadonlySet<string>): void {
    const others = this.#fastify.supportedMethods.filter((method) => !allowed.has(method));
    const allow = [...allowed].join(', ');
    this.#fastify.route({
      method: others,
      url,
      onRequest: async (_request, reply) => this.refuse(reply, allow),
      handler: () => undefined,
    });
  }
}
