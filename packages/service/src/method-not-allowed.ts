import { METHODS, STATUS_CODES } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Its requests have no path, and Node gives them to no route (RFC 9110 §9.3.6). */
const pathless = 'CONNECT';
const status = 405;

/**
 * Answers 405 when a path is known but not with this method, so that only unknown paths are 404 (RFC 9110 §15.5.6).
 * Every known path gets routes for all other methods that Node can read. Add it to the providers of a service, or a
 * subclass with its own answer.
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
