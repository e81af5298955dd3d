import { Histogram, type Registry } from 'prom-client';

const intervalMs = 100;

/**
 * Ten times a second, measures and publishes how late a timer of this process is. `nodejs_eventloop_lag_p99_seconds`
 * has only a percentile of the time since the last scrape. Such percentiles cannot be combined.
 */
export function measureEventLoop(registry: Registry): void {
  const delays = new Histogram({
    name: 'event_loop_delay_seconds',
    help: 'How late a timer of this process was, because other work occupied the event loop.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  let due = performance.now() + intervalMs;
  setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - due) / 1_000);
    due = now + intervalMs;
  }, intervalMs).unref();
}
