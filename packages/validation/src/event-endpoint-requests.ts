import { type CodeOf, endpointEnabled, ownLimits } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { Cursor, DayTime, NotBeside, OneOf, Optional, Required, RequiredUnless, ResponseType, Text } from './rules.js';

/** Body of a call about one event endpoint, which the path of the call names. The call needs nothing else. */
export class EventEndpointActionRequest {
  @ResponseType()
  response_type?: string;
}

/** Body of a call that makes an event endpoint. A list is one text with commas between its elements. */
export class EventEndpointRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @Text(ownLimits.urlLength)
  url!: string;

  @Optional()
  @Text()
  types?: string;

  @Optional()
  @Text(ownLimits.memberCodesLength)
  member_codes?: string;

  @Optional()
  @Text()
  description?: string;
}

/** Body of a call that changes an event endpoint. */
export class EventEndpointChangeRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @Text(ownLimits.urlLength)
  url?: string;

  @Optional()
  @Text()
  types?: string;

  @Optional()
  @Text(ownLimits.memberCodesLength)
  member_codes?: string;

  @Optional()
  @Text()
  description?: string;

  @Optional()
  @OneOf(endpointEnabled)
  enabled?: CodeOf<typeof endpointEnabled>;
}

/** Body of a call that sends events to an event endpoint again. */
export class EventEndpointReplayRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @DayTime()
  since?: string;

  @RequiredUnless('since', errorText('sinceOrAfter'))
  @Cursor()
  @NotBeside('since')
  after?: string;
}
