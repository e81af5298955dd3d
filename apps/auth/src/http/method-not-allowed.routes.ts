import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { noStore } from './no-store.js';

const answeredByCors = 'OPTIONS';

/** Answers known paths with a wrong method by 405 and `Allow` (RFC 9110 15.5.6), so that only unknown paths are 404. */
@Injectable()
export class MethodNotAllowedRoutes implements OnApplicationBootstrap {
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

  onApplicationBootstrap(): void {
    for (const [url, methods] of Array.from(this.#methods)) {
      if (url !== '*') this.#refuseOthers(url, new Set(methods));
    }
  }

  #refuseOthers(url: string, allowed: ReadonlySet<string>): void {
    const others = this.#fastify.supportedMethods.filter((method) => !allowed.has(method) && method !== answeredByCors);
    const Allow = [...allowed].join(', ');
    this.#fastify.route({
      method: others,
      url,
      handler: (_request, reply) =>
        reply
          .code(405)
          .headers({ ...noStore, Allow })
          .send({ error: 'invalid_request', error_description: `Only ${Allow} is allowed here` }),
    });
  }
}
