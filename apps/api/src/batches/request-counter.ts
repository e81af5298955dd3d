import type { BatchEngineOptions } from '@trading-platform/batch-engine';
import type { Metrics } from '@trading-platform/service';

/** Counts the batches that callers request, including uploads. */
export function countRequests(metrics: Metrics): NonNullable<BatchEngineOptions['onRequested']> {
  const requests = metrics.counter(
    'batches_requested_total',
    'Requests that got a batch: added, repeated with the key of another request, or reused as an old result.',
    ['function', 'outcome'],
  );
  return (functionName, outcome) => requests.inc({ function: functionName, outcome });
}
