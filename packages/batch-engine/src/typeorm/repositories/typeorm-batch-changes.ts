import { Injectable } from '@nestjs/common';
import type { Listening } from '@trading-platform/database';
import { BatchChanges, type StopFollowing } from '../../storage/batch-changes.js';
import { batchChannels } from '../batch-channels.js';
import { BatchDatabase } from '../batch-database.js';

/**
 * Reports changes of batches from their database. On PostgreSQL, changes are reported by notifications. On SQLite, every commit
 * may be a change.
 */
@Injectable()
export class TypeOrmBatchChanges extends BatchChanges {
  constructor(private readonly database: BatchDatabase) {
    super();
  }

  followWaiting(waits: () => void): StopFollowing {
    return stopOf(this.database.listen(batchChannels.waiting, () => waits()));
  }

  followEnded(ended: (batchId: number | undefined) => void): StopFollowing {
    return stopOf(
      this.database.listen(batchChannels.ended, (message) =>
        ended(message === undefined ? undefined : Number(message)),
      ),
    );
  }
}

function stopOf(listening: Listening): StopFollowing {
  return () => listening.stop();
}
