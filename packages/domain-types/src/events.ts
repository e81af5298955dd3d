import { arrayOf, defineRecord, objectOf, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** The types of events (ours, beyond the contract). */
export const eventTypes = [
  'trade.created',
  'trade.updated',
  'trade.removed',
  'trade.many',
  'batch.ended',
  'master.changed',
  'setting.changed',
  'endpoint.disabled',
] as const;

/** A type of events. */
export type EventType = (typeof eventTypes)[number];

/** The facts of an event. Which of the fields an event has depends on its type. */
export const eventData = defineRecord('event_data', [
  optional('trade_id'),
  optional('version'),
  optional('status_code'),
  optional('previous_status_code'),
  optional('member_code_partner'),
  optional('batch_id'),
  optional('function'),
  optional('batch_flg'),
  optional('record_count'),
  optional('error_count'),
  optional('kind'),
  optional('count'),
  optional('since'),
  optional('endpoint_id'),
  optional('reason'),
]);

/** An event, for one member that may see it. */
export const event = defineRecord('event', [
  'id',
  'type',
  'at',
  'member_code',
  'sequence',
  objectOf('data', eventData),
]);

/** Some events, in the order in which they are to be read. */
export const eventListAnswer = defineRecord('event_list_answer', [
  ...envelopeFields,
  arrayOf('event_list', event),
  'next_cursor',
]);

/** A record as `event` defines it. */
export type EventRecord = RecordOf<typeof event>;
/** A record as `eventListAnswer` defines it. */
export type EventListAnswer = RecordOf<typeof eventListAnswer>;
