import { type OwnBatch, parseTokyoDateTime } from '@trading-platform/domain-types';
import { batchReasonMeaning } from '@trading-platform/domain-types/meanings';
import type { BatchState, ConsoleBatch, FailureReason, FunctionName } from '../../wire/index.js';

/** Converts a batch of the data API into the form that the page gets. */
export function consoleBatch(own: OwnBatch, position?: number): ConsoleBatch {
  const state = own.state as BatchState;
  const isGone = own.records_kept === '0' && isEnded(state);
  const request = readRequest(own.request);
  const optional = {
    // The previous release of the data API does not send this field.
    userId: own.user_id || undefined,
    recordsExpected: count(own.records_expected),
    queuePosition: count(own.queue_position) ?? position,
    startedAt: instant(own.started_at),
    snapshotAt: instant(own.snapshot_at),
    endedAt: instant(own.ended_at),
    lastReadAt: instant(own.last_read_at),
    expiresAt: instant(own.expires_at),
    waitMs: count(own.wait_ms),
    runMs: count(own.run_ms),
    reason: own.reason === '' ? undefined : failureReason(own.reason),
    request,
  };
  return {
    batchId: own.batch_id,
    functionName: own.function as FunctionName,
    state,
    clientId: own.client_id,
    recordCount: Number(own.record_count),
    // The previous release of the data API does not send this field.
    refusedCount: Number(own.error_count || 0),
    requestedAt: instant(own.requested_at) ?? 0,
    attempts: Number(own.attempts),
    recordBytes: Number(own.record_bytes),
    storedBytes: Number(own.stored_bytes),
    isReadable: !isGone && (state === 'finished' || state === 'empty'),
    isGone,
    changesOnly: own.changes_only === '1',
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
  };
}

/** The platform's reason, in both languages if a Japanese text exists. */
export function failureReason(told: string): FailureReason {
  return batchReasonMeaning(told) ?? { en: told };
}

/** Whether the state is final. */
export function isEnded(state: BatchState): boolean {
  return state !== 'waiting' && state !== 'processing';
}

function count(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function instant(text: string): number | undefined {
  return parseTokyoDateTime(text)?.getTime();
}

function readRequest(text: string): Readonly<Record<string, unknown>> | undefined {
  return text === '' ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}
