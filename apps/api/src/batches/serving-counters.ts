import { Injectable } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import { Counter } from 'prom-client';

/**
 * What became of an answer whose records are marked as downloaded (Spec 4.8): `noted`, `unproven` without evidence that it arrived,
 * `failed` where the marks could not be written.
 */
export type DeliveryResult = 'noted' | 'unproven' | 'failed';

/** Counts what is served of batches. */
@Injectable()
export class ServingCounters {
  readonly #records: Counter<'function'>;
  readonly #bytes: Counter<'function'>;
  readonly #deliveries: Counter<'function' | 'result'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.#records = new Counter({
      name: 'batch_records_served_total',
      help: 'Records in answers to get that were handed over completely.',
      labelNames: ['function'],
      registers,
    });
    this.#bytes = new Counter({
      name: 'batch_bytes_served_total',
      help: 'Bytes of these answers, as they went over the line.',
      labelNames: ['function'],
      registers,
    });
    this.#deliveries = new Counter({
      name: 'batch_deliveries_total',
      help: 'Answers whose slips are marked as downloaded, by what became of the marks: noted, unproven, failed.',
      labelNames: ['function', 'result'],
      registers,
    });
  }

  served(functionName: string, records: number, bytes: number): void {
    this.#records.inc({ function: functionName }, records);
    this.#bytes.inc({ function: functionName }, bytes);
  }

  delivered(functionName: string, result: DeliveryResult): void {
    this.#deliveries.inc({ function: functionName, result });
  }
}
