import { Get } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { LRUCache } from 'lru-cache';
import type { ConsoleBatch, OverviewAnswer } from '../../../wire/index.js';
import { BatchLists } from '../../platform/batch-lists.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { summarize } from './summarize.js';

const countedAtMost = 5_000;
const pageLength = 1_000;
/** Several pages and tabs of one member may request the overview at the same time. */
const keptMs = 5_000;

/** Statistics about the member's batches, including batches whose records are no longer kept. */
@ConsoleApi('api/overview')
export class OverviewController {
  readonly #answers = new LRUCache<string, Promise<OverviewAnswer>>({ max: 100, ttl: keptMs });

  constructor(private readonly lists: BatchLists) {}

  @Get()
  @NeedsRight('batch')
  async show(@SignedIn() live: LiveSession): Promise<OverviewAnswer> {
    const { memberCode, memberWide } = live.claims;
    const key = `${memberCode} ${memberWide === true}`;
    const answer = this.#answers.get(key) ?? this.#read(live);
    this.#answers.set(key, answer, { noUpdateTTL: true });
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  async #read(live: LiveSession): Promise<OverviewAnswer> {
    const all: ConsoleBatch[] = [];
    let cursor = '';
    do {
      const { batches, nextCursor } = await this.lists.page(live, pageLength, cursor);
      all.push(...batches);
      cursor = nextCursor;
    } while (cursor !== '' && all.length < countedAtMost);
    return summarize(all, { countedAtMost, isPartial: cursor !== '', now: Date.now() });
  }
}
