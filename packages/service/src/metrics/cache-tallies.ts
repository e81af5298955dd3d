import type { Registry } from 'prom-client';
import { publishTally } from './readings.js';

/** Hits and misses of a cache since the start. */
export interface CacheLookups {
  readonly hits: number;
  readonly misses: number;
}

/** Publishes the hits and misses of a process's caches. */
export class CacheTallies {
  readonly #registry: Registry;
  readonly #caches = new Map<string, () => CacheLookups>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** @param name the operators' name of the cache, such as `segments` */
  add(name: string, read: () => CacheLookups): void {
    if (this.#caches.size === 0) this.#publish();
    this.#caches.set(name, read);
  }

  /** A process without caches has no such metric. */
  #publish(): void {
    const help = 'Look-ups in memory, by cache and by result: hit, miss.';
    const metric = { name: 'cache_lookups_total', help, labelNames: ['cache', 'result'] } as const;
    publishTally(this.#registry, metric, () =>
      [...this.#caches].flatMap(([cache, read]) => {
        const { hits, misses } = read();
        return [
          { labels: { cache, result: 'hit' }, value: hits },
          { labels: { cache, result: 'miss' }, value: misses },
        ];
      }),
    );
  }
}
