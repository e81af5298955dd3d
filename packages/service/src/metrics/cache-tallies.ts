import type { Registry } from 'prom-client';
import { publishTally } from './readings.js';

/** How often something was found in memory since the start, and how often it was not. */
export interface CacheLookups {
  readonly hits: number;
  readonly misses: number;
}

/** Publishes how often the caches of a process had what was looked for. */
export class CacheTallies {
  readonly #registry: Registry;
  readonly #caches = new Map<string, () => CacheLookups>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** @param name what operators call the cache, as in `segments` */
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
