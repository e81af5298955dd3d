import type { Schema } from '@trading-platform/database';
import { EventEntity } from './entities/event.entity.js';
import { EventEntryEntity } from './entities/event-entry.entity.js';
import { EventLogEntity } from './entities/event-log.entity.js';
import { EventMarkEntity } from './entities/event-mark.entity.js';
import { CreateEventLog1795737600100 } from './migrations/1795737600100-create-event-log.js';

/** The tables of the log. They are in the database whose transactions append to the log. */
export const eventLogSchema = {
  entities: [EventEntity, EventEntryEntity, EventMarkEntity, EventLogEntity],
  migrations: [CreateEventLog1795737600100],
} satisfies Schema;
