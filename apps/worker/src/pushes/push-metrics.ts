import { Injectable } from '@nestjs/common';
import { type EventPusher, type ObservedAttempt, PushStore } from '@trading-platform/event-push';
import { Metrics } from '@trading-platform/service';
import { type Counter, Gauge, Histogram } from 'prom-client';

const pushResults: readonly ObservedAttempt['result'][] = ['delivered', 'refused', 'unanswered'];
/** The limits of the histograms in seconds. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Counts pushed events, and measures how long they take. */
@Injectable()
export class PushMetrics {
  readonly #attempts: Counter<'result'>;
  readonly #delay: Histogram;
  readonly #took: Histogram;

  constructor(
    private readonly metrics: Metrics,
    store: PushStore,
  ) {
    const registers = [metrics.registry];
    this.#attempts = metrics.counter(
      'event_push_attempts_total',
      'Attempts of this worker to push an event, by outcome: delivered, refused, unanswered.',
      ['result'],
      pushResults.map((result) => ({ result })),
    );
    this.#delay = new Histogram({
      name: 'event_push_delay_seconds',
      help: 'The time from an event to the answer to its first attempt.',
      buckets,
      registers,
    });
    this.#took = new Histogram({
      name: 'event_push_seconds',
      help: 'How long attempts to push an event took.',
      buckets,
      registers,
    });
    metrics.gauge(
      'event_push_repeats',
      'Events of all endpoints that are pushed again because they failed.',
      [],
      async () => [{ labels: {}, value: await store.countRepeats() }],
    );
  }

  watch(pusher: EventPusher): void {
    const registers = [this.metrics.registry];
    gaugeOf('event_push_endpoints', 'Endpoints that this worker serves.', () => pusher.endpointCount);
    gaugeOf('event_push_calls', 'Attempts of this worker that are under way.', () => pusher.callCount);

    function gaugeOf(name: string, help: string, read: () => number): void {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    }
  }

  readonly observe = ({ result, tookMs, delayMs }: ObservedAttempt): void => {
    this.#attempts.inc({ result });
    this.#took.observe(tookMs / 1_000);
    if (delayMs !== undefined) this.#delay.observe(delayMs / 1_000);
  };
}
