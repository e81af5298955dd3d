import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BuildInfo } from '../build-info.js';
import { CacheTallies } from './cache-tallies.js';
import { DatabaseGauges } from './database-gauges.js';
import { measureEventLoop } from './event-loop.js';
import { publishGauge, publishTally, type Read } from './readings.js';

/** The metrics of one service; modules register their own in `registry`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly databases = new DatabaseGauges(this.registry);
  readonly caches = new CacheTallies(this.registry);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    measureEventLoop(this.registry);
  }

  /**
   * A counter of this service.
   *
   * @param known the labels that are published with 0 from the start; otherwise the first counted event would not be an
   *   increase
   */
  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    known: readonly Readonly<Record<Label, string>>[] = [],
  ): Counter<Label> {
    const counter = new Counter({ name, help, labelNames, registers: [this.registry] });
    for (const labels of known) counter.inc({ ...labels }, 0);
    return counter;
  }

  /** A gauge whose values are read with each scrape of the metrics. */
  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>): void {
    publishGauge(this.registry, { name, help, labelNames }, read);
  }

  /**
   * A counter whose value is counted elsewhere, so that counting costs nothing here. The value is read with each
   * scrape.
   */
  tally<Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>): void {
    publishTally(this.registry, { name, help, labelNames }, read);
  }

  tellBuild({ service, version, commit = '' }: BuildInfo): void {
    new Gauge({
      name: 'build_info',
      help: 'Always 1; its labels say which build of which service runs.',
      labelNames: ['service', 'version', 'commit'] as const,
      registers: [this.registry],
    }).set({ service, version, commit }, 1);
  }

  /** @param lostLines returns the number of lines lost since the start */
  countLostLines(lostLines: () => number): void {
    const help =
      'Log lines that could not be written, because standard output had no reader, a slow reader or no room.';
    this.tally('log_lines_lost_total', help, [], () => [{ labels: {}, value: lostLines() }]);
  }
}
