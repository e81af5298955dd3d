import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerType, BodylessPipe } from './bodyless.pipe.js';
import { RequestPipe } from './request.pipe.js';

/** A call that has passed the guards. */
export interface HttpCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler's call itself, for what is not in the body. */
export const HttpCallOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext): HttpCall => ({
    request: context.switchToHttp().getRequest(),
    reply: context.switchToHttp().getResponse(),
  }),
);

/** The checked body of a call as an instance of its request class. */
export function RequestOf(requestClass: Type): ParameterDecorator {
  return HttpCallOf(requestClass, RequestPipe);
}

/** A call without a body that has passed all checks but those of its query. */
export function BodylessCall(answerType: AnswerType): ParameterDecorator {
  return HttpCallOf(answerType, BodylessPipe);
}
