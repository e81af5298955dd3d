import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { type AnswerType, BodylessPipe } from './bodyless.pipe.js';
import { Call } from './call.js';
import { RequestPipe } from './request.pipe.js';

const UncheckedCall = createParamDecorator((_data: unknown, context: ExecutionContext): Call => {
  const http = context.switchToHttp();
  return new Call(http.getRequest(), http.getResponse(), {});
});

/** A call whose body has passed all checks, as an instance of its request class. */
export function CallOf(requestClass: Type): ParameterDecorator {
  return UncheckedCall(requestClass, RequestPipe);
}

/** A call without a body that has passed all checks but those of its query. */
export function BodylessCall(answerType: AnswerType): ParameterDecorator {
  return UncheckedCall(answerType, BodylessPipe);
}
