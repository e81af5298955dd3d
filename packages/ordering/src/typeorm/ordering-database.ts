import { Database } from '@trading-platform/database';

/** The open database of trading data. The database may also contain the tables of other packages. */
export abstract class OrderingDatabase extends Database {}
