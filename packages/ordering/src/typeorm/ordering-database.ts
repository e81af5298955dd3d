import { Database } from '@trading-platform/database';

/** The database of trading data, opened; the tables of others may be kept in it as well. */
export abstract class OrderingDatabase extends Database {}
