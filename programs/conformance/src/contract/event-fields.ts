/** Fields of an event (10). */
export const eventFields = ['id', 'type', 'at', 'member_code', 'sequence', 'data'] as const;

/** Fields of the data in a `batch.ended` event (10). */
export const endedBatchFields = ['batch_id', 'function', 'batch_flg', 'record_count', 'error_count'] as const;

/** Fields of an endpoint of events (10). The secret is only in the answer of a call that makes it. */
export const endpointFields = [
  'endpoint_id',
  'url',
  'types',
  'member_codes',
  'description',
  'enabled',
  'secret',
  'created',
  'disabled_reason',
] as const;

/** Fields of an attempt to push an event (10). */
export const attemptFields = [
  'attempt_id',
  'event_id',
  'type',
  'at',
  'status',
  'latency_ms',
  'error',
  'answer',
  'next_at',
] as const;
