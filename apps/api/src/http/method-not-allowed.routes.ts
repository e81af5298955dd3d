import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyInstance } from 'fastify';
import { ApiRefusal } from './api-refusal.js';

const answeredByCors = 'OPTIONS';

/** Answers known paths with a wrong method by 405 and `Allow`, so that only unknown paths are 404 (Spec 7). */
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
    for (const [url, methods] of this.#methods) {
      if (url !== '*') this.refuseOthers(url, new Set(methods));
    }
  }

  private refuseOthers(url: string, allowed: ReadonlySet<string>): void {
    const others = this.#fastify.supportedMethods.filter((method) => !allowed.has(method) && method !== answeredByCors);
    const refusal = ApiRefusal.of(errorCode.methodNotAllowed, { headers: { Allow: [...allowed].join(', ') } });
    this.#fastify.route({
      method: others,
      url,
      handler: () => {
        throw refusal;
      },
    });
  }
}
