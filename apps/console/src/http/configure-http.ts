import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.js';
import { ConsoleError } from './console-error.js';
import { sendError } from './error.filter.js';

/** Largest body: an upload of orders. */
export const uploadBytes = 16 * 1_048_576;
/** Largest JSON body. */
const jsonBytes = 1_048_576;

/** What the console accepts and answers on the level of HTTP, before any handler. */
export function configureHttp(
  _env: Env,
): Pick<ServiceOptions, 'bounds' | 'configure' | 'answerUnroutable' | 'describeUnreadable'> {
  return {
    bounds: { bodyBytes: uploadBytes },
    answerUnroutable: (request, reply) =>
      sendError(request, reply, new ConsoleError('not-found', 'There is no such path')),
    describeUnreadable: ({ requestId, detail }) => ({
      body: { error: { code: 'wrong-call', message: detail, requestId, fields: [] } },
    }),
    configure(application: NestFastifyApplication) {
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      readBodies(fastify);
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

/** JSON is parsed, and a file that is uploaded stays bytes. Forms of other sites can send neither. */
function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonBytes },
    (_request, body: string, done) => {
      try {
        done(null, body === '' ? undefined : JSON.parse(body));
      } catch {
        done(new ConsoleError('wrong-call', 'The body is not JSON'));
      }
    },
  );
  fastify.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: uploadBytes },
    (_request, body, done) => done(null, body),
  );
}
