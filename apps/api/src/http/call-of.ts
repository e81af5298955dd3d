import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { assertThreadKnows } from '@trading-platform/validation/threads';
import { type AnswerType, BodylessPipe } from './bodyless.pipe.js';
import { Call } from './call.js';
import { type ExpectedBody, RequestPipe } from './request.pipe.js';

const UncheckedCall = createParamDecorator((_data: unknown, context: ExecutionContext): Call => {
  const http = context.switchToHttp();
  return new Call(http.getRequest(), http.getResponse());
});

/** Largest body of a call that names no other limit, in bytes (Spec 7, E700006). */
const bodyLimitBytes = 1_048_576;

/**
 * A call whose body has passed all checks, as an instance of its request class.
 *
 * @throws TypeError for a request class that cannot be made in another thread
 */
export function CallOf(requestClass: Type, limitBytes = bodyLimitBytes): ParameterDecorator {
  assertThreadKnows(requestClass);
  return UncheckedCall({ requestClass, limitBytes } satisfies ExpectedBody, RequestPipe);
}

/** A call without a body that has passed all checks but those of its query. */
export function BodylessCall(answerType: AnswerType): ParameterDecorator {
  return UncheckedCall(answerType, BodylessPipe);
}
