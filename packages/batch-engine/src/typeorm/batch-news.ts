import type { Database } from '@trading-platform/database';
import { batchChannels } from './batch-channels.js';
import { GroupedCalls } from './grouped-calls.js';
import { type Notice, notifyOfBatches } from './sql/notify-of-batches.js';

/**
 * Notifies other processes about batches after the transaction has been committed. On SQLite, other processes notice the commit
 * itself. If a notification is lost, waiting calls find the change in the rows a second later. For this reason, no call waits
 * until a notification has been sent, and no notification is sent twice.
 */
export class BatchNews {
  readonly #notices: GroupedCalls<Notice, true> | undefined;

  constructor(database: Database) {
    if (database.dialect !== 'postgres') return;
    this.#notices = new GroupedCalls(async (notices) => {
      await notifyOfBatches(database, notices);
      return notices.map(() => true as const);
    });
  }

  /** Reports that batches have begun to wait. */
  waits(): void {
    this.#send([batchChannels.waiting, '']);
  }

  /** Reports that the batch with this number has ended. */
  ended(id: number): void {
    this.#send([batchChannels.ended, String(id)]);
  }

  #send(notice: Notice): void {
    this.#notices?.add(notice).catch(() => undefined);
  }
}
