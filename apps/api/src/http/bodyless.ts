import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal, type RefusalDetails } from './api-refusal.js';
import { callerOf } from './caller-of.js';
import { CallerRights } from './caller-rights.js';
import { acceptsEventStream, acceptsJson, acceptsNdjson } from './media-types.js';

interface AnswerType {
  readonly isAcceptedBy: (accept: string | undefined) => boolean;
  readonly refusal: RefusalDetails;
}

const answerTypes = {
  json: { isAcceptedBy: acceptsJson, refusal: {} },
  events: {
    isAcceptedBy: (accept) => acceptsJson(accept) || acceptsEventStream(accept),
    refusal: { detail: errorText('jsonOrStream') },
  },
  ndjson: {
    isAcceptedBy: acceptsNdjson,
    refusal: { detail: errorText('jsonLines') },
  },
} as const satisfies Record<string, AnswerType>;

const Answers = Reflector.createDecorator<keyof typeof answerTypes>();

/**
 * Checks a call without a body (Spec 7): the header Accept must allow the answer, and the caller must have the right to
 * make the call.
 */
@Injectable()
class BodylessGuard implements CanActivate {
  constructor(
    private readonly rights: CallerRights,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { isAcceptedBy, refusal } = answerTypes[this.reflector.get(Answers, context.getHandler())];
    if (!isAcceptedBy(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable, refusal);
    await this.rights.check(callerOf(request));
    return true;
  }
}

/** Marks a handler of calls without a body, and names the media type of its answers. */
export function Bodyless(answerType: keyof typeof answerTypes): MethodDecorator {
  return applyDecorators(Answers(answerType), UseGuards(BodylessGuard));
}
