import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import { BatchLists } from '../../platform/batch-lists.js';
import { type LiveSession, SessionKeeper } from '../../session/session-keeper.js';
import { type Listener, MemberWatch } from './member-watch.js';

/** One watch for each member with open pages. */
@Injectable()
export class BatchWatches implements OnModuleDestroy {
  readonly #watches = new Map<string, MemberWatch>();

  constructor(
    private readonly lists: BatchLists,
    private readonly keeper: SessionKeeper,
    metrics: Metrics,
  ) {
    metrics.gauge('console_open_pages', 'Pages that are told of batches as they change.', [], () => [
      { labels: {}, value: [...this.#watches.values()].reduce((sum, { listeners }) => sum + listeners, 0) },
    ]);
  }

  /** @returns ends the listening */
  listen(listener: Listener): () => void {
    const key = keyOf(listener.live);
    const watch = this.#watches.get(key) ?? new MemberWatch(this.lists, this.keeper, () => this.#watches.delete(key));
    this.#watches.set(key, watch);
    watch.add(listener);
    return () => watch.remove(listener);
  }

  onModuleDestroy(): void {
    for (const watch of this.#watches.values()) watch.close();
  }
}

/** Users see the same batches if they are of one member and the console may see as much with each of their tokens. */
function keyOf({ claims: { memberCode, memberWide } }: LiveSession): string {
  return `${memberCode} ${memberWide === true}`;
}
