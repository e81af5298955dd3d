import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { CrossOriginRules, ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.js';
import { sendOAuthError } from './answer-format.js';
import { formBytes, readForms } from './form-body.js';
import { noStore } from './no-store.js';
import { invalidRequest, nothingHere } from './oauth-error.js';

/** Sets the HTTP rules that apply to every request before any endpoint is reached. */
export function configureHttp(
  env: Env,
): Pick<ServiceOptions, 'bounds' | 'configure' | 'crossOrigin' | 'answerUnroutable' | 'answerUnreadable'> {
  return {
    bounds: { bodyBytes: formBytes },
    crossOrigin: crossOriginRules(env),
    answerUnroutable: (_request, reply) => {
      void sendOAuthError(reply, nothingHere, 'json');
    },
    answerUnreadable: ({ detail }) => ({ headers: noStore, body: invalidRequest(detail).body }),
    configure(application: NestFastifyApplication) {
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      readForms(fastify);
    },
  };
}

/**
 * Scripts of any origin may request tokens, keys and metadata. Such scripts may use neither the authorization page nor the
 * endpoints that only servers need.
 */
function crossOriginRules({ idpSegment }: Env): CrossOriginRules {
  return {
    methods: ['GET', 'POST'],
    requestHeaders: ['Authorization', 'Content-Type', 'Accept'],
    answerHeaders: ['X-Request-Id', 'Retry-After', 'WWW-Authenticate'],
    preflightSeconds: 86_400,
    closedRoutes: [
      ...['authorize', 'introspect', 'revocations', 'authorities'].map((name) => `/${idpSegment}/oauth2/${name}`),
      '/device',
      ...['grants', 'grants/:grant_id', 'security', 'password', 'reset', 'access'].map(
        (name) => `/${idpSegment}/account/${name}`,
      ),
    ],
  };
}
