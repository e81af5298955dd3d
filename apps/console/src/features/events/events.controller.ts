import { Get, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import type { EventListAnswer } from '@trading-platform/domain-types';
import type { EventsAnswer } from '../../../wire/index.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { instantOf } from './instant-of.js';

/**
 * The data API waits this long for an event, then the page asks again. The time is shorter than the timeout of calls.
 */
const waitSeconds = 20;

/** The events of the member, in the form of the event log. */
@ConsoleApi('api/events')
export class EventsController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get()
  @NeedsRight('event')
  async list(
    @SignedIn() live: LiveSession,
    @Query('after') after: unknown,
    @Query('types') types: unknown,
  ): Promise<EventsAnswer> {
    const query = new URLSearchParams({
      ...(typeof after === 'string' ? { after } : {}),
      ...(typeof types === 'string' ? { types } : {}),
    });
    const headers = typeof after === 'string' ? { prefer: `wait=${waitSeconds}` } : {};
    const answer = await this.platform.clientOf(live).call(`/events?${query.toString()}`, undefined, { headers });
    const { event_list: events, next_cursor: nextCursor } = answer as unknown as EventListAnswer;
    return {
      events: events.map(({ id, type, at, member_code: memberCode, data }) => ({
        id,
        type,
        at: instantOf(at),
        memberCode,
        data,
      })),
      nextCursor,
    };
  }
}
