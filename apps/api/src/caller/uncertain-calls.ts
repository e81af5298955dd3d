import { Inject, Injectable, Optional } from '@nestjs/common';
import type { RevocationFeed } from '@trading-platform/auth-core';
import { REVOCATION_FEED } from '@trading-platform/auth-core/nest';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';

/**
 * Counts the calls that are answered while the revocation feed cannot be read (Spec 5), and reports for how long new revocations
 * may have been missed.
 */
@Injectable()
export class UncertainCalls {
  readonly #counter: Counter;

  constructor(
    @Optional()
    @Inject(REVOCATION_FEED)
    private readonly feed: Pick<RevocationFeed, 'isCurrent' | 'lagMs' | 'size'> | undefined,
    metrics: Metrics,
  ) {
    this.#counter = metrics.counter(
      'calls_without_revocations_total',
      'Calls served while the revocation feed could not be read.',
    );
    if (feed === undefined) return;
    const help = 'Seconds since this process last knew all revocations; at most about 2 while auth can be reached.';
    metrics.gauge('revocations_lag_seconds', help, [], () => one(feed.lagMs / 1_000));
    metrics.gauge('revocations_known', 'Revocations that this process knows.', [], () => one(feed.size));
  }

  /** Counts one call that was answered without a current revocation feed. */
  note(): void {
    if (this.feed?.isCurrent === false) this.#counter.inc();
  }
}

function one(value: number) {
  return [{ labels: {}, value }];
}
