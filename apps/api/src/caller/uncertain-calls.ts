import { Inject, Injectable, Optional } from '@nestjs/common';
import type { RevocationFeed } from '@trading-platform/auth-core';
import { REVOCATION_FEED } from '@trading-platform/auth-core/nest';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';

/** Counts the calls that are served while the revocation feed cannot be read (Spec 5). */
@Injectable()
export class UncertainCalls {
  readonly #counter: Counter;

  constructor(
    @Optional() @Inject(REVOCATION_FEED) private readonly feed: Pick<RevocationFeed, 'isCurrent'> | undefined,
    metrics: Metrics,
  ) {
    this.#counter = metrics.counter(
      'calls_without_revocations_total',
      'Calls served while the revocation feed could not be read.',
    );
  }

  /** Notes one call. */
  note(): void {
    if (this.feed?.isCurrent === false) this.#counter.inc();
  }
}
