import type { Database } from '@trading-platform/database';
import { batchChannels } from './batch-channels.js';
import { GroupedCalls } from './grouped-calls.js';
import { type Notice, notifyOfBatches } from './sql/notify-of-batches.js';

/**
 * Notifies other processes of batches, after the commit. On SQLite they see the commit itself. Whoever waits finds lost news in the rows
 * a second later, so no call waits until news is sent, and nothing is sent twice.
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

  /** Batches have begun to wait. */
  waits(): void {
    this.#send([batchChannels.waiting, '']);
  }

  /** This one has ended. */
  ended(id: number): void {
    this.#send([batchChannels.ended, String(id)]);
  }

  #send(notice: Notice): void {
    this.#notices?.add(notice).catch(() => undefined);
  }
}
