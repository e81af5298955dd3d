import type { BatchEngineOptions, RequestOutcome } from '@trading-platform/batch-engine';
import type { Metrics } from '@trading-platform/service';

const outcomes: readonly RequestOutcome[] = ['added', 'repeated', 'reused'];

/**
 * Counts the batches that callers request, including uploads.
 *
 * @param functionNames the functions whose batches are requested
 */
export function countRequests(
  metrics: Metrics,
  functionNames: readonly string[],
): NonNullable<BatchEngineOptions['onRequested']> {
  const requests = metrics.counter(
    'batches_requested_total',
    'Requests that got a batch, by result: added, repeated with the key of another request, or reused as an old result.',
    ['function', 'outcome'],
    functionNames.flatMap((name) => outcomes.map((outcome) => ({ function: name, outcome }))),
  );
  return (functionName, outcome) => requests.inc({ function: functionName, outcome });
}
