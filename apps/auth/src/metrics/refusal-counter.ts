import { Injectable } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';

/** The errors that clients cause (RFC 6749). */
const known = ['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'];

/** Counts refused requests by the value of `error` in their answer (RFC 6749 §5.2). */
@Injectable()
export class RefusalCounter {
  readonly #refusals: Counter<'route' | 'error'>;

  constructor(metrics: Metrics) {
    this.#refusals = metrics.counter(
      'auth_refusals_total',
      'Refused requests, by route and by the "error" of the answer: invalid_grant, invalid_client and others.',
      ['route', 'error'],
      known.map((error) => ({ route: '', error })),
    );
  }

  /** @param route as it is registered; empty for a path that is unknown */
  count(route: string, error: string): void {
    this.#refusals.inc({ route, error });
  }
}
