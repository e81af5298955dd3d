import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';

const answeredByCors = 'OPTIONS';

/**
 * Gives every known path a route for the methods it does not have, so that only unknown paths are 404 (RFC 9110 §15.5.6).
 * Extended by a service, which says what such an answer looks like, and listed among its providers.
 */
@Injectable()
export abstract class MethodNotAllowed implements OnApplicationBootstrap {
  readonly #methods = new Map<string, Set<string>>();
  readonly #fastify: FastifyInstance;

  constructor(host: HttpAdapterHost) {
    this.#fastify = host.httpAdapter.getInstance<FastifyInstance>();
    this.#fastify.addHook('onRoute', ({ url, method }) => {
      const methods = this.#methods.get(url) ?? new Set();
      this.#methods.set(url, methods);
      for (const one of [method].flat()) methods.add(one);
    });
  }

  /** Answers with 405, or throws what the service's filter answers so. `allow` is the value of the header `Allow`. */
  protected abstract refuse(reply: FastifyReply, allow: string): unknown;

  onApplicationBootstrap(): void {
    for (const [url, methods] of Array.from(this.#methods)) {
      if (url !== '*') this.#refuseOthers(url, new Set(methods));
    }
  }

  #refuseOthers(url: string, allowed: ReadonlySet<string>): void {
    const others = this.#fastify.supportedMethods.filter((method) => !allowed.has(method) && method !== answeredByCors);
    const allow = [...allowed].join(', ');
    this.#fastify.route({ method: others, url, handler: (_request, reply) => this.refuse(reply, allow) });
  }
}
