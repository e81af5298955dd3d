import type { HashQueueWatch } from '@trading-platform/auth-core';
import type { Metrics } from '@trading-platform/service';
import { type Counter, Histogram } from 'prom-client';

/**
 * Publishes the number of passwords that are being hashed, the number that are waiting to be hashed, and the time for which they
 * waited.
 */
export class HashQueueMetrics implements HashQueueWatch {
  readonly #metrics: Metrics;
  readonly #waited: Histogram;
  readonly #refused: Counter;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    this.#waited = new Histogram({
      name: 'auth_password_hash_wait_seconds',
      help: 'How long passwords waited until they were hashed.',
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [metrics.registry],
    });
    this.#refused = metrics.counter(
      'auth_password_hashes_refused_total',
      'Passwords that were not hashed, because too many waited or they waited too long.',
    );
  }

  opened(queue: Parameters<HashQueueWatch['opened']>[0]): void {
    const help = 'Passwords that are being hashed (running) or wait for hashing (waiting).';
    this.#metrics.gauge('auth_password_hashes', help, ['state'], () =>
      (['running', 'waiting'] as const).map((state) => ({ labels: { state }, value: queue[state] })),
    );
  }

  begun(waitedMs: number): void {
    this.#waited.observe(waitedMs / 1_000);
  }

  refused(): void {
    this.#refused.inc();
  }
}
