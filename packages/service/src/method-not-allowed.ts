import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The method as which all methods beyond Fastify's own are routed. No handler takes one of them, and a route for each
 * of them and each path would be a sixth of the start of api.
 */
const standIn = 'PROPFIND';
const status = 405;

/**
 * Answers 405 when a path is known but not with this method, so that only unknown paths are 404 (RFC 9110 §15.5.6).
 * Every known path gets routes for all other methods of Fastify, and one for all others that Node can read. Add it to
 * the providers of a service, or a subclass with its own answer.
 */
@Injectable()
export class MethodNotAllowed implements OnApplicationBootstrap {
  readonly #methods = new Map<string, Set<string>>();
  readonly #fastify: FastifyInstance;
  /** The methods of requests that are routed as another one. */
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

  /** A request has its own method again when the hooks and the route run. */
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
