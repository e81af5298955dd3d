import type { Transaction } from '@trading-platform/database';
import type { WorkQueue } from '../storage/work-queue.js';

/** What a queue is told of a batch. */
export interface QueueEntry {
  readonly batchId: number;
  readonly memberCode: string;
  /** Epoch milliseconds; not to be worked on before. */
  readonly dueAt: number;
}

/** A queue whose entries are made in the transaction that changes the batch row: both are there, or neither. */
export interface TransactionalQueue extends WorkQueue {
  /** Batches that have begun to wait. */
  enqueue(transaction: Transaction, entries: readonly QueueEntry[]): Promise<void>;
  /** Keeps a batch that has failed for good where operators look for failures. */
  buryFailed(transaction: Transaction, entry: { readonly batchId: number; readonly reason: string }): Promise<void>;
  close(): Promise<void>;
}
