import { type ArgumentsHost, Catch } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { EventPushError } from '@trading-platform/event-push';
import { ApiRefusal, textOf } from '../../http/api-refusal.js';
import { EnvelopeFilter } from '../../http/envelope.filter.js';

/** Converts errors about endpoints to errors of the contract (Spec 7). */
@Catch(EventPushError)
export class EventPushErrorFilter extends EnvelopeFilter {
  override catch(error: EventPushError, host: ArgumentsHost): Promise<void> {
    return this.answer(refusalOf(error), host);
  }
}

function refusalOf(error: EventPushError): ApiRefusal {
  switch (error.code) {
    case 'unknown-endpoint':
      return ApiRefusal.of(errorCode.unknownPath, { detail: textOf(error), cause: error });
    case 'too-many-endpoints':
      return ApiRefusal.of(errorCode.tooManyElements, { detail: textOf(error), cause: error });
    case 'untested':
      return ApiRefusal.of(errorCode.notAllowed, { item: 'enabled', detail: textOf(error), cause: error });
  }
}
