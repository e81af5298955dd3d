import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import { ConsoleError } from '../../http/console-error.js';
import { BatchLists } from '../../platform/batch-lists.js';
import { type LiveSession, SessionKeeper } from '../../session/session-keeper.js';
import { type Listener, MemberWatch } from './member-watch.js';

/** The number of open pages is limited because each page keeps a connection open. */
const mostPagesOfMember = 1_000;
const fullSeconds = 30;

/** Keeps one watch for each member that has open pages. */
@Injectable()
export class BatchWatches implements OnModuleDestroy {
  readonly #watches = new Map<string, MemberWatch>();

  constructor(
    private readonly lists: BatchLists,
    private readonly keeper: SessionKeeper,
    metrics: Metrics,
  ) {
    metrics.gauge('console_open_pages', 'Open pages to which changes of batches are sent.', [], () => [
      { labels: {}, value: [...this.#watches.values()].reduce((sum, { listeners }) => sum + listeners, 0) },
    ]);
  }

  /**
   * @param open begins the answer; it is called only if there is room
   * @returns ends the listening
   * @throws ConsoleError `too-many-calls`
   */
  listen(live: LiveSession, open: () => Omit<Listener, 'live'>): () => void {
    const key = keyOf(live);
    const watch = this.#watches.get(key) ?? new MemberWatch(this.lists, this.keeper, () => this.#watches.delete(key));
    if (watch.listeners >= mostPagesOfMember) {
      throw new ConsoleError('too-many-calls', `${mostPagesOfMember} pages of this member are open already`, {
        retryAfterSeconds: fullSeconds,
      });
    }
    this.#watches.set(key, watch);
    const listener = { live, ...open() };
    watch.add(listener);
    return () => watch.remove(listener);
  }

  onModuleDestroy(): void {
    for (const watch of this.#watches.values()) watch.close();
  }
}

/** Two users share a watch if they belong to the same member and their tokens let the console read the same batches. */
function keyOf({ claims: { memberCode, memberWide } }: LiveSession): string {
  return `${memberCode} ${memberWide === true}`;
}
