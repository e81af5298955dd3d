import type { Schema } from '@trading-platform/database';
import { EventAttemptEntity } from './entities/event-attempt.entity.js';
import { EventEndpointEntity } from './entities/event-endpoint.entity.js';
import { EventPushEntity } from './entities/event-push.entity.js';
import { EventPusherEntity } from './entities/event-pusher.entity.js';
import { EventRepeatEntity } from './entities/event-repeat.entity.js';
import { CreateEventPush1795737600300 } from './migrations/1795737600300-create-event-push.js';

/** The tables of endpoints and of the delivery. They are in the database of the log. */
export const eventPushSchema = {
  entities: [EventEndpointEntity, EventPushEntity, EventRepeatEntity, EventAttemptEntity, EventPusherEntity],
  migrations: [CreateEventPush1795737600300],
} satisfies Schema;
