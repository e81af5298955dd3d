import { METHODS, STATUS_CODES } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Its requests name no path, and Node gives them to nobody (RFC 9110 §9.3.6). */
const pathless = 'CONNECT';
const status = 405;

/**
 * Gives every known path a route for the methods it does not have, all that Node can read, so that only unknown paths are
 * 404 (RFC 9110 §15.5.6). Listed among the providers of a service, or of a class that says what such an answer looks like.
 */
@Injectable()
export class MethodNotAllowed implements OnApplicationBootstrap {
  readonly #methods = new Map<string, Set<string>>();
  readonly #fastify: FastifyInstance;

  constructor(host: HttpAdapterHost) {
    this.#fastify = host.httpAdapter.getInstance<FastifyInstance>();
    for (const method of METHODS) {
      if (method !== pathless && !this.#fastify.supportedMethods.includes(method)) this.#fastify.addHttpMethod(method);
    }
    this.#fastify.addHook('onRoute', ({ url, method }) => {
      const methods = this.#methods.get(url) ?? new Set();
      this.#methods.set(url, methods);
      for (const one of [method].flat()) methods.add(one);
    });
  }

  /** Answers with 405, or throws what the service's filter answers so. `allow` is the value of the header `Allow`. */
  protected refuse(reply: FastifyReply, allow: string): unknown {
    const body = { statusCode: status, error: STATUS_CODES[status], message: `Only ${allow} is allowed here` };
    return reply.code(status).header('Allow', allow).send(body);
  }

  onApplicationBootstrap(): void {
    for (const [url, methods] of Array.from(this.#methods)) {
      if (url !== '*') this.#refuseOthers(url, new Set(methods));
    }
  }

  /** Before any body is read. Preflights of other origins are answered earlier. */
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
