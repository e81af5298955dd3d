import { type EventRecord, formatTokyoDateTime } from '@trading-platform/domain-types';
import type { LoggedEvent } from './event.js';

/** Converts an event to the record that callers get. The record is the same in every answer, stream and message. */
export function eventRecord({ id, type, at, memberCode, sequence, data }: LoggedEvent): EventRecord {
  return { id, type, at: formatTokyoDateTime(at), member_code: memberCode, sequence: String(sequence), data };
}
