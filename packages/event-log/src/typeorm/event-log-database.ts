import { Database } from '@trading-platform/database';

/** The database that has the tables of the log. */
export abstract class EventLogDatabase extends Database {}
