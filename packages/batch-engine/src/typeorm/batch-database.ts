import { Database } from '@trading-platform/database';

/** The database of the batches. */
export abstract class BatchDatabase extends Database {}
