import { Injectable } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';
import { ServedDownloads } from './served-downloads.js';

/**
 * The result of a delivery whose records are to be marked as downloaded (Spec 4.8): `noted` if the marks were written, `unproven`
 * if there is no evidence that the answer arrived, and `failed` if the marks could not be written.
 */
export type DeliveryResult = 'noted' | 'unproven' | 'failed';

/** The source of the evidence for a delivery: the `connection` on which the records were sent, or the `caller`. */
export type DeliveryWitness = 'connection' | 'caller';

const results: readonly DeliveryResult[] = ['noted', 'unproven', 'failed'];
const witnesses: readonly DeliveryWitness[] = ['connection', 'caller'];

/** Counts the records that were sent to callers, and the deliveries of these records. */
@Injectable()
export class ServingCounters {
  readonly #records: Counter<'function'>;
  readonly #bytes: Counter<'function'>;
  readonly #deliveries: Counter<'function' | 'result'>;
  readonly #marked: Counter<'function' | 'witness'>;

  constructor(metrics: Metrics, downloads: ServedDownloads) {
    const functions = downloads.names.map((name) => ({ function: name }));
    const answers = 'get answers and NDJSON answers that were handed over completely';
    this.#records = metrics.counter('batch_records_served_total', `Records in ${answers}.`, ['function'], functions);
    this.#bytes = metrics.counter(
      'batch_bytes_served_total',
      `Bytes of ${answers}, counted as they were sent.`,
      ['function'],
      functions,
    );
    this.#deliveries = metrics.counter(
      'batch_deliveries_total',
      'Answers whose slips are to be marked as downloaded, by result: noted, unproven, failed.',
      ['function', 'result'],
      functions.flatMap((label) => results.map((result) => ({ ...label, result }))),
    );
    this.#marked = metrics.counter(
      'batch_records_marked_total',
      'Records that were marked as downloaded, by the source of the evidence: connection, caller.',
      ['function', 'witness'],
      functions.flatMap((label) => witnesses.map((witness) => ({ ...label, witness }))),
    );
  }

  served(functionName: string, records: number, bytes: number): void {
    this.#records.inc({ function: functionName }, records);
    this.#bytes.inc({ function: functionName }, bytes);
  }

  marked(functionName: string, witness: DeliveryWitness, records: number): void {
    this.#marked.inc({ function: functionName, witness }, records);
  }

  delivered(functionName: string, result: DeliveryResult): void {
    this.#deliveries.inc({ function: functionName, result });
  }
}
