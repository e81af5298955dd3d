import type { Batch, BatchChanges, BatchStore } from '@trading-platform/batch-engine';
import { batchFlg } from '@trading-platform/domain-types';
import type { OutsideHappening, OutsideHappenings, StopFollowing } from '@trading-platform/event-log';

const batchesAtOnce = 500;

/**
 * Turns the ends of batches into events. The row of a batch says whether its end has become an event, so no end is
 * lost, even if a worker is killed at any moment. The identity of the database and the number of the batch show whether
 * there is already an event for an end.
 */
export class EndedBatches implements OutsideHappenings {
  #identity: Promise<string> | undefined;
  readonly #idOf = new WeakMap<OutsideHappening, number>();

  constructor(
    private readonly batches: Pick<BatchStore, 'untold' | 'noteTold' | 'identity'>,
    private readonly changes: Pick<BatchChanges, 'followEnded'>,
  ) {}

  async read(): Promise<readonly OutsideHappening[]> {
    const ended = await this.batches.untold(batchesAtOnce);
    if (ended.length === 0) return [];
    const identity = await this.#readIdentity();
    return ended.map((batch) => this.#happeningOf(batch, identity));
  }

  confirm(happenings: readonly OutsideHappening[]): Promise<void> {
    return this.batches.noteTold(happenings.map((happening) => this.#idOf.get(happening)!));
  }

  follow(heard: () => void): StopFollowing {
    return this.changes.followEnded(() => heard());
  }

  #readIdentity(): Promise<string> {
    this.#identity ??= this.batches.identity().catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    return this.#identity;
  }

  #happeningOf(batch: Batch, identity: string): OutsideHappening {
    const { id, memberCode, clientId, state, endedAt, requestedAt, recordCount, errorCount, functionName } = batch;
    const happening: OutsideHappening = {
      type: 'batch.ended',
      memberCode,
      clientId,
      at: endedAt ?? requestedAt,
      occurrence: `batch.ended ${identity} ${id}`,
      data: {
        batch_id: String(id),
        function: functionName,
        batch_flg: batchFlg[state],
        record_count: String(recordCount),
        error_count: String(errorCount),
      },
    };
    this.#idOf.set(happening, id);
    return happening;
  }
}
