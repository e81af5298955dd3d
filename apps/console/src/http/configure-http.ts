import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.js';
import { ConsoleError } from './console-error.js';
import { sendError } from './error.filter.js';

/** Sets up the HTTP rules that apply to every request before any handler runs. */
export function configureHttp(_env: Env): Pick<ServiceOptions, 'configure' | 'answerUnroutable' | 'answerUnreadable'> {
  return {
    answerUnroutable: (request, reply) =>
      sendError(request, reply, new ConsoleError('not-found', 'There is no such path')),
    answerUnreadable: ({ requestId, detail }) => ({
      body: { error: { code: 'wrong-call', message: detail, requestId, fields: [] } },
    }),
    configure(application: NestFastifyApplication) {
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      fastify.addHook('onSend', (_request, reply, payload, done) => {
        if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
        void reply.headers(everywhere);
        done(null, payload);
      });
    },
  };
}

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
