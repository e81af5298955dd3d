import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BuildInfo } from '../build-info.js';

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

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A counter of this service. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  tellBuild({ service, version, commit = '' }: BuildInfo): void {
    new Gauge({
      name: 'build_info',
      help: 'Always 1; its labels say which build of which service runs.',
      labelNames: ['service', 'version', 'commit'] as const,
      registers: [this.registry],
    }).set({ service, version, commit }, 1);
  }

  /** @param lostLines answers how many lines have been lost since the start */
  countLostLines(lostLines: () => number): void {
    const counter = new Counter({
      name: 'log_lines_lost_total',
      help: 'Log lines that could not be written: standard output had no reader, a slow one, or no room.',
      registers: [],
      collect() {
        this.reset();
        this.inc(lostLines());
      },
    });
    this.registry.registerMetric(counter);
  }
}
