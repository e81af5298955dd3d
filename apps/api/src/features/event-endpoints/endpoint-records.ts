import {
  type EventAttemptRecord,
  type EventEndpointRecord,
  endpointEnabled,
  formatTokyoDateTime,
} from '@trading-platform/domain-types';
import type { EventAttempt, EventEndpoint } from '@trading-platform/event-push';

/** @param secret the secret, which is given only when it was just made */
export function endpointRecord(endpoint: EventEndpoint, secret?: string): EventEndpointRecord {
  const { endpointId, url, types, memberCodes, description, disabledReason, createdAt } = endpoint;
  return {
    endpoint_id: endpointId,
    url,
    types: types.join(','),
    member_codes: memberCodes.join(','),
    description,
    enabled: disabledReason === '' ? endpointEnabled.yes : endpointEnabled.no,
    ...(secret !== undefined && { secret }),
    created: formatTokyoDateTime(createdAt),
    disabled_reason: disabledReason,
  };
}

export function attemptRecord(attempt: EventAttempt): EventAttemptRecord {
  const { attemptId, eventId, eventType, at, status, latencyMs, error, answer, nextAt } = attempt;
  return {
    attempt_id: attemptId,
    event_id: eventId,
    type: eventType,
    at: formatTokyoDateTime(at),
    status: String(status),
    latency_ms: String(latencyMs),
    error,
    answer,
    next_at: nextAt === null ? '' : formatTokyoDateTime(nextAt),
  };
}
