import { arrayOf, code, defineRecord, objectOf, optional, type RecordOf, second } from './define-record.js';
import { envelopeFields } from './envelope.js';

/**
 * An address of a client to which events are pushed (ours, beyond the contract). A list is one text with commas between
 * its elements.
 */
export const eventEndpoint = defineRecord('event_endpoint', [
  'endpoint_id',
  'url',
  'types',
  'member_codes',
  'description',
  'enabled',
  optional('secret'),
  'created',
  'disabled_reason',
]);

/** Whether an endpoint gets events. */
export const endpointEnabled = { no: '0', yes: '1' } as const;

/** Why an endpoint gets no events. */
export const endpointDisabledReason = {
  none: '',
  untested: 'untested',
  byClient: 'by-client',
  gone: 'gone',
  failing: 'failing',
} as const;

/** Body of a call that makes an endpoint. */
export const eventEndpointRequest = defineRecord('event_endpoint_request', [
  optional('response_type'),
  'url',
  optional('types'),
  optional('member_codes'),
  optional('description'),
]);

/** Body of a call that changes an endpoint. A field that is left out stays as it is. */
export const eventEndpointChangeRequest = defineRecord('event_endpoint_change_request', [
  optional('response_type'),
  optional('url'),
  optional('types'),
  optional('member_codes'),
  optional('description'),
  optional(code('enabled', endpointEnabled)),
]);

/** Body of a call about one endpoint, which the path of the call names. The call needs nothing else. */
export const eventEndpointActionRequest = defineRecord('event_endpoint_action_request', [optional('response_type')]);

/** Body of a call that sends events to an endpoint again: the events since a time, or after a cursor. */
export const eventEndpointReplayRequest = defineRecord('event_endpoint_replay_request', [
  optional('response_type'),
  optional(second('since')),
  optional('after'),
]);

/** An attempt to push an event. */
export const eventAttempt = defineRecord('event_attempt', [
  'attempt_id',
  'event_id',
  'type',
  'at',
  'status',
  'latency_ms',
  'error',
  'answer',
  'next_at',
]);

/** An endpoint as it is after a call. */
export const eventEndpointAnswer = defineRecord('event_endpoint_answer', [
  ...envelopeFields,
  objectOf('endpoint', eventEndpoint),
]);

/** The endpoints of a client. */
export const eventEndpointListAnswer = defineRecord('event_endpoint_list_answer', [
  ...envelopeFields,
  arrayOf('endpoint_list', eventEndpoint),
]);

/** An endpoint after a test, with the attempt. */
export const eventEndpointTestAnswer = defineRecord('event_endpoint_test_answer', [
  ...envelopeFields,
  objectOf('endpoint', eventEndpoint),
  objectOf('attempt', eventAttempt),
]);

/** Attempts of an endpoint, the newest first. */
export const eventAttemptListAnswer = defineRecord('event_attempt_list_answer', [
  ...envelopeFields,
  arrayOf('attempt_list', eventAttempt),
  'next_cursor',
]);

/** A record as `eventEndpoint` defines it. */
export type EventEndpointRecord = RecordOf<typeof eventEndpoint>;
/** A record as `eventAttempt` defines it. */
export type EventAttemptRecord = RecordOf<typeof eventAttempt>;
