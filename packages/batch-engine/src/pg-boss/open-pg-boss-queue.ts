import { MigrationsMissingError, type SqlValue, type Transaction } from '@trading-platform/database';
import { postgresConnection } from '@trading-platform/database/postgres';
import type { PgBoss } from 'pg-boss';
import { type BatchLog, silentLog } from '../batch/batch-log.js';
import type { QueueEntry, TransactionalQueue } from '../typeorm/transactional-queue.js';
import { createQueues } from './create-queues.js';
import { loadPgBoss } from './load-pg-boss.js';
import { defaultPgBossSchema, missingPgBossTables, type PgBossTablesOptions, pgBossQueues } from './pg-boss-tables.js';

const everyMinute = '* * * * *';
const wakesPerFetch = 200;
/**
 * Only one worker at a time removes expired batches ("housekeeping"). If the worker that removes expired batches is killed,
 * another worker takes over after this time. With the default of pg-boss, another worker would take over only after 15 minutes.
 */
const housekeeperSilentForSeconds = 30;
/**
 * Polling finds entries that were created earlier and have become due. Workers do not listen to pg-boss, because each
 * worker would then fetch an entry for each new batch. For new batches, `BatchChanges` wakes the workers.
 */
const pollingIntervalSeconds = 1;

/**
 * The time limit for answers of the database is long, because pg-boss may have to remove many entries in its own housekeeping.
 * During the housekeeping of pg-boss, workers find batches without pg-boss.
 */
const answerWithinUsualMs = 300_000;

/** The location of the queue's tables, and the log for its errors. */
export interface PgBossQueueOptions extends PgBossTablesOptions {
  readonly log?: BatchLog;
  /** If false, tables are never created or changed, and `migratePgBoss` must have run before (default: true). */
  readonly migrate?: boolean;
  /**
   * The maximum time, in milliseconds, in which PostgreSQL must answer a statement (default: 5 minutes). If PostgreSQL
   * does not answer within this time, the connection is closed.
   */
  readonly answerWithinMs?: number;
}

/**
 * A queue for the engine that is based on pg-boss, in the PostgreSQL database of the batches. Pass this queue to
 * `openBatchStorage`: its entries are created in the transaction that changes the row of the batch. A retry is an entry
 * of the queue that becomes due later. For a failed batch, an entry is added to the dead-letter queue `batch-failed`.
 * Housekeeping is a scheduled job. Each time it is due, one of the workers runs it.
 *
 * @throws MissingPackageError when pg-boss is not installed
 * @throws MigrationsMissingError with `migrate: false`, if anything is missing
 * @example await openBatchStorage({ address, openQueue: openPgBossQueue })
 */
export async function openPgBossQueue(options: PgBossQueueOptions): Promise<TransactionalQueue> {
  const { address, schema = defaultPgBossSchema, log = silentLog, migrate = true } = options;
  const { answerWithinMs = answerWithinUsualMs } = options;
  if (!migrate) await requireTables(options);
  const server = postgresConnection(address, answerWithinMs);
  const connection = { ...server, schema, application_name: 'batch-queue', migrate, reindex: migrate };
  const { PgBoss: Queue } = await loadPgBoss();
  const sender = new Queue({ ...connection, max: 1, supervise: false, schedule: false });
  sender.on('error', (error) => log.warn({ err: error }, 'The queue reports an error'));
  try {
    await sender.start();
    if (migrate) await createQueues(sender);
  } catch (error) {
    await sender.stop({ graceful: false });
    throw error;
  }
  return new PgBossQueue(sender, () => new Queue({ ...connection, max: 3 }), log);
}

async function requireTables(options: PgBossTablesOptions): Promise<void> {
  const missing = await missingPgBossTables(options);
  if (missing.length > 0) throw new MigrationsMissingError('batch', missing);
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
  };
  await listener.work(pgBossQueues.waiting, often, async () => wake());
  await listener.work(pgBossQueues.housekeeping, async () => keepHouse());
  const options = { heartbeatSeconds: housekeeperSilentForSeconds };
  await listener.schedule(pgBossQueues.housekeeping, everyMinute, undefined, options);
}

/** Makes pg-boss write within the transaction of the engine. */
function executorOf(transaction: Transaction) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await transaction.query<never>(text, values as SqlValue[]),
    }),
  };
}
