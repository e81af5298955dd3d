import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { errorCode } from '@trading-platform/domain-types';
import type { ErrorText } from '@trading-platform/domain-types/error-texts';
import type { ServiceOptions } from '@trading-platform/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.js';
import { errorOf } from './api-refusal.js';
import { callerOf, clientKey } from './caller-of.js';
import { crossOriginRules } from './cross-origin-rules.js';
import { encloseAnswers } from './enclose-answers.js';
import { refusalEnvelope } from './envelope.js';
import { errorStatus } from './error-status.js';
import { wordingFor } from './wording.js';

/** The paths of the service that are not part of the data API. */
const servicePaths = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/status',
  '/openapi.json',
  '/openapi.ja.json',
  '/postman.json',
  '/postman.ja.json',
  '/docs',
  '/docs/{*path}',
];

/** Sets the prefix and the CORS rules of the data API. Even a request that cannot be read gets an envelope as its answer. */
export function configureHttp({
  prefix,
}: Env): Pick<
  ServiceOptions,
  'fastify' | 'configure' | 'answerUnreadable' | 'bodyCallerOf' | 'crossOrigin' | 'answerUnroutable'
> {
  return {
    fastify: { routerOptions: { maxParamLength: 1_000 } },
    crossOrigin: crossOriginRules,
    bodyCallerOf: (request) => clientKey(callerOf(request)),
    answerUnroutable,
    answerUnreadable: ({ requestId, status, detail }) => {
      const code =
        status === errorStatus[errorCode.methodNotAllowed] ? errorCode.methodNotAllowed : errorCode.bodyUnreadable;
      return { body: refusalEnvelope(requestId, [errorOf(code, { detail: detail as ErrorText })]) };
    },
    configure: (application: NestFastifyApplication) => {
      application.setGlobalPrefix(prefix, { exclude: servicePaths });
      const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
      encloseAnswers(fastify, servicePaths);
    },
  };
}

/** Answers a request whose path the router cannot read. */
function answerUnroutable(request: FastifyRequest, reply: FastifyReply): void {
  const code = errorCode.unknownPath;
  const errors = [errorOf(code)];
  void reply
    .code(errorStatus[code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalEnvelope(request.id, wordingFor({ request, reply })?.errors(errors) ?? errors)));
}
