import type { Transaction } from '@trading-platform/database';
import { WorkQueue } from '../storage/work-queue.js';

/** The data about a batch that a queue needs. */
export interface QueueEntry {
  readonly batchId: number;
  readonly memberCode: string;
  /** The time, in epoch milliseconds, before which a worker must not take the batch. */
  readonly dueAt: number;
}

/**
 * Port: a queue whose entries are created in the transaction that changes the row of the batch, so that neither exists without
 * the other.
 */
export abstract class TransactionalQueue extends WorkQueue {
  /** Adds batches that have begun to wait. */
  abstract enqueue(transaction: Transaction, entries: readonly QueueEntry[]): Promise<void>;
  /** Adds a batch that has finally failed to the place where operators look for failures. */
  abstract buryFailed(
    transaction: Transaction,
    entry: { readonly batchId: number; readonly reason: string },
  ): Promise<void>;
  abstract close(): Promise<void>;
}
