import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ErrorCode, errorCode } from '@trading-platform/domain-types';
import { newRequestId, type ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.js';
import { errorOf } from './api-refusal.js';
import { corsOptions } from './cors.js';
import { refusalEnvelope } from './envelope.js';
import { errorStatus } from './error-status.js';
import { leaveBodiesUnread } from './raw-body.js';

/** Paths that belong to the service and not to the data API. */
const servicePaths = ['healthz', 'readyz', 'metrics', 'openapi.json', 'reference'];

/** How the data API speaks HTTP: prefix, CORS, bodies read late, and an envelope even where no request can be made out. */
export function configureHttp({ prefix }: Env): Pick<ServiceOptions, 'fastify' | 'configure'> {
  return {
    fastify: {
      frameworkErrors: answerUnroutable,
      clientErrorHandler: answerUnparsable,
      routerOptions: { maxParamLength: 1_000 },
    },
    configure: async (application: NestFastifyApplication) => {
      application.setGlobalPrefix(prefix, { exclude: servicePaths });
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      // Nest's `enableCors` would copy the headers of every answer once more, for middleware, of which there is none.
      await fastify.register(cors, corsOptions);
      leaveBodiesUnread(fastify);
    },
  };
}

/** The router could not even read the path. */
function answerUnroutable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const code = errorCode.unknownPath;
  void reply
    .code(errorStatus[code])
    .header('X-Request-Id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalEnvelope(request.id, [errorOf(code)])));
}

const parserRefusals: Readonly<Record<string, { readonly status: string; readonly code: ErrorCode; detail: string }>> =
  {
    ERR_HTTP_REQUEST_TIMEOUT: {
      status: '408 Request Timeout',
      code: errorCode.bodyUnreadable,
      detail: 'The request took too long to arrive: send it faster.',
    },
    HPE_HEADER_OVERFLOW: {
      status: '431 Request Header Fields Too Large',
      code: errorCode.bodyUnreadable,
      detail: 'The headers are too large: send fewer or shorter ones.',
    },
  };

const unreadableRequest = {
  status: '400 Bad Request',
  code: errorCode.bodyUnreadable,
  detail: 'The request is not readable HTTP: correct it.',
};

/** Node could not read a request off the line; there is none to answer through, so the bytes are written as they are. */
function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, detail } = parserRefusals[error.code ?? ''] ?? unreadableRequest;
  const requestId = newRequestId();
  const body = JSON.stringify(refusalEnvelope(requestId, [errorOf(code, { detail })]));
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
