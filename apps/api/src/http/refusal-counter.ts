import { Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';
import type { ApiRefusal } from './api-refusal.js';

/**
 * The label for refusals whose list of defects another thread has written as JSON text. The text is not parsed here, so the error
 * codes in the list are not known.
 */
const defectsOfForm = 'defects of form';

/** Counts refused calls by the first error code in their answer (Spec 7). */
@Injectable()
export class RefusalCounter {
  readonly #calls: Counter<'code'>;

  constructor(metrics: Metrics) {
    this.#calls = metrics.counter(
      'api_refusals_total',
      'Refused calls, by the first error_code of the answer.',
      ['code'],
      [...Object.values(errorCode), defectsOfForm].map((code) => ({ code })),
    );
  }

  count({ errors }: ApiRefusal): void {
    this.#calls.inc({ code: errors[0]?.error_code ?? defectsOfForm });
  }
}
