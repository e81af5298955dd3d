import type { SqlValue, Transaction } from '@trading-platform/database';
import { PgBoss } from 'pg-boss';
import { type BatchLog, silentLog } from '../batch/batch-log.js';
import type { QueueEntry, TransactionalQueue } from '../typeorm/transactional-queue.js';

/** The queues of the engine within pg-boss. */
export const pgBossQueues = {
  waiting: 'batch-waiting',
  failed: 'batch-failed',
  housekeeping: 'batch-housekeeping',
} as const;

const everyMinute = '* * * * *';
const wakesPerFetch = 200;
/** New entries wake workers at once; entries that become due later are found by polling. */
const pollingIntervalSeconds = 1;
const secondsPerDay = 86_400;

export interface PgBossQueueOptions {
  /** `postgres://…`: the database of the batches. */
  readonly address: string;
  /** Where pg-boss keeps its tables. Default `batch_queue`. */
  readonly schema?: string;
  readonly log?: BatchLog;
}

/**
 * The queue of the engine on pg-boss, in the PostgreSQL of the batches. Hand it to `openBatchStorage`: its entries are made in
 * the transaction of the batch row. A retry is an entry that becomes due later. A failed batch goes to the dead letters
 * `batch-failed`. Housekeeping is a schedule: each time one of the workers does it.
 *
 * @example await openBatchStorage({ address, openQueue: openPgBossQueue })
 */
export async function openPgBossQueue(options: PgBossQueueOptions): Promise<TransactionalQueue> {
  const log = options.log ?? silentLog;
  const schema = options.schema ?? 'batch_queue';
  const connection = { connectionString: options.address, schema, application_name: 'batch-queue' };
  const sender = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  sender.on('error', (error) => log.warn({ err: error }, 'The queue reports an error'));
  await sender.start();
  try {
    await createQueues(sender);
  } catch (error) {
    await sender.stop({ graceful: false });
    throw error;
  }
  return new PgBossQueue(sender, () => new PgBoss({ ...connection, max: 3, useListenNotify: true }), log);
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(pgBossQueues.failed, { retentionSeconds: 14 * secondsPerDay });
  await boss.createQueue(pgBossQueues.waiting, {
    notify: true,
    deadLetter: pgBossQueues.failed,
    deleteAfterSeconds: 3600,
    retryBackoff: true,
  });
  await boss.createQueue(pgBossQueues.housekeeping, { policy: 'singleton', deleteAfterSeconds: 3600, retryLimit: 0 });
}

class PgBossQueue implements TransactionalQueue {
  readonly #sender: PgBoss;
  readonly #makeListener: () => PgBoss;
  readonly #log: BatchLog;
  #listener: PgBoss | undefined;

  constructor(sender: PgBoss, makeListener: () => PgBoss, log: BatchLog) {
    this.#sender = sender;
    this.#makeListener = makeListener;
    this.#log = log;
  }

  async enqueue(transaction: Transaction, entries: readonly QueueEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const now = Date.now();
    const jobs = entries.map(({ batchId, memberCode, dueAt }) => ({
      data: { batchId },
      group: { id: memberCode },
      ...(dueAt > now ? { startAfter: new Date(dueAt) } : {}),
    }));
    await this.#sender.insert(pgBossQueues.waiting, jobs, { db: executorOf(transaction) });
  }

  async buryFailed(transaction: Transaction, entry: { batchId: number; reason: string }): Promise<void> {
    await this.#sender.insert(pgBossQueues.failed, [{ data: entry }], { db: executorOf(transaction) });
  }

  async listen({ wake, keepHouse }: { wake: () => void; keepHouse: () => Promise<void> }): Promise<void> {
    const listener = this.#makeListener();
    listener.on('error', (error) => this.#log.warn({ err: error }, 'The queue reports an error'));
    this.#listener = listener;
    try {
      await follow(listener, wake, keepHouse);
    } catch (error) {
      await this.stopListening().catch(() => undefined);
      throw error;
    }
  }

  async stopListening(): Promise<void> {
    await this.#listener?.stop({ graceful: true, timeout: 5_000 });
    this.#listener = undefined;
  }

  async close(): Promise<void> {
    await this.stopListening();
    await this.#sender.stop({ graceful: false });
  }
}

async function follow(listener: PgBoss, wake: () => void, keepHouse: () => Promise<void>): Promise<void> {
  await listener.start();
  const often = {
    batchSize: wakesPerFetch,
    burstWhenBatchFull: true,
    pollingIntervalSeconds,
    notifyPollingIntervalSeconds: pollingIntervalSeconds,
  };
  await listener.work(pgBossQueues.waiting, often, async () => wake());
  await listener.work(pgBossQueues.housekeeping, async () => keepHouse());
  await listener.schedule(pgBossQueues.housekeeping, everyMinute);
}

/** Lets pg-boss write in our transaction. */
function executorOf(transaction: Transaction) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await transaction.query<never>(text, values as SqlValue[]),
    }),
  };
}
