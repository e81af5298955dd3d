import { Injectable } from '@nestjs/common';
import { EventLog, type EventPage, type EventQuery } from '../../storage/event-log.js';
import { EventLogDatabase } from '../event-log-database.js';
import { findCursorAt } from '../sql/find-cursor-at.js';
import { forgetEvents } from '../sql/forget-events.js';
import { readEvents } from '../sql/read-events.js';

/** The log in a database. */
@Injectable()
export class TypeOrmEventLog extends EventLog {
  constructor(private readonly database: EventLogDatabase) {
    super();
  }

  read(query: EventQuery): Promise<EventPage> {
    return readEvents(this.database, query);
  }

  cursorAt(at: number): Promise<string> {
    return findCursorAt(this.database, at);
  }

  forget(olderThan: number): Promise<number> {
    return forgetEvents(this.database, olderThan);
  }
}
