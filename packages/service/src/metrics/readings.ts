import { Counter, Gauge, type Registry } from 'prom-client';

/** One value of a metric, with its labels. */
export interface Reading<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Called with each scrape of the metrics. */
export type Read<Label extends string> = () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>;

/** Name and meaning of a metric. */
export interface MetricName<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
}

/** Publishes a gauge whose values are stored elsewhere. */
export function publishGauge<Label extends string>(
  registry: Registry,
  metric: MetricName<Label>,
  read: Read<Label>,
): void {
  const gauge = new Gauge({
    ...metric,
    registers: [],
    async collect() {
      const readings = await read();
      this.reset();
      for (const { labels, value } of readings) this.set({ ...labels }, value);
    },
  });
  registry.registerMetric(gauge);
}

/** Publishes a counter whose value is counted elsewhere, so that counting costs nothing here. */
export function publishTally<Label extends string>(
  registry: Registry,
  metric: MetricName<Label>,
  read: Read<Label>,
): void {
  const counter = new Counter({
    ...metric,
    registers: [],
    async collect() {
      const readings = await read();
      this.reset();
      for (const { labels, value } of readings) this.inc({ ...labels }, value);
    },
  });
  registry.registerMetric(counter);
}
