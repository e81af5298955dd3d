import type { Transaction } from '@trading-platform/database';
import { WorkQueue } from '../storage/work-queue.js';

/** A batch as a queue gets it. */
export interface QueueEntry {
  readonly batchId: number;
  readonly memberCode: string;
  /** Epoch milliseconds; not to be worked on before. */
  readonly dueAt: number;
}

/** Port: a queue whose entries are made in the transaction that changes the batch row, so that neither exists without the other. */
export abstract class TransactionalQueue extends WorkQueue {
  /** Adds batches that have begun to wait. */
  abstract enqueue(transaction: Transaction, entries: readonly QueueEntry[]): Promise<void>;
  /** Keeps a batch that has failed for good where operators look for failures. */
  abstract buryFailed(
    transaction: Transaction,
    entry: { readonly batchId: number; readonly reason: string },
  ): Promise<void>;
  abstract close(): Promise<void>;
}
