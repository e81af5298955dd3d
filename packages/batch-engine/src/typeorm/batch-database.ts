import { Database } from '@trading-platform/database';

/** The open database of the batches. */
export abstract class BatchDatabase extends Database {}
