import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.js';

const formType = 'application/x-www-form-urlencoded';

/** Largest form: 16 kB. */
const formBytes = 16_384;

/** What the server accepts and answers on the level of HTTP, before any endpoint. */
export function configureHttp(env: Env): Pick<ServiceOptions, 'bounds' | 'configure'> {
  return {
    bounds: { bodyBytes: formBytes },
    async configure(application: NestFastifyApplication) {
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      readForms(fastify);
      await fastify.register(cors, { delegator: (request, done) => done(null, corsOf(env, request.url ?? '')) });
    },
  };
}

/** Forms stay text until an endpoint reads them, for repeated parameters must be seen. Any other body is nothing. */
function readForms(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
}

/** Scripts of any origin may ask for tokens, keys and metadata; the authorization page answers none. */
function corsOf(env: Env, url: string) {
  const path = url.split('?')[0] ?? '';
  const closed = path === `/${env.idpSegment}/oauth2/authorize` || path.startsWith(`/${env.idpSegment}/oauth2/page`);
  if (closed) return { origin: false };
  return {
    origin: '*',
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'WWW-Authenticate'],
    maxAge: 86_400,
    strictPreflight: false,
  };
}
