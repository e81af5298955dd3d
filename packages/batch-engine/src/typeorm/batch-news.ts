import type { Database } from '@trading-platform/database';
import { batchChannels } from './batch-channels.js';
import { GroupedCalls } from './grouped-calls.js';
import { type Notice, tellOfBatches } from './sql/tell-of-batches.js';

/**
 * Tells other processes of batches, after the commit that made the news. On SQLite they see the commit itself. What does not get through
 * is found a second later by those who wait for it, so nobody waits for news to be sent, and none is sent twice.
 */
export class BatchNews {
  readonly #notices: GroupedCalls<Notice, true> | undefined;

  constructor(database: Database) {
    if (database.dialect !== 'postgres') return;
    this.#notices = new GroupedCalls(async (notices) => {
      await tellOfBatches(database, notices);
      return notices.map(() => true as const);
    });
  }

  /** Batches have begun to wait. */
  waits(): void {
    this.#tell([batchChannels.waiting, '']);
  }

  /** This one has ended. */
  ended(id: number): void {
    this.#tell([batchChannels.ended, String(id)]);
  }

  #tell(notice: Notice): void {
    this.#notices?.add(notice).catch(() => undefined);
  }
}
