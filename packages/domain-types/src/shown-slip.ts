import { arrayOf, defineRecord, objectOf, optional, type RecordOf, textList } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { tradeBodyFields } from './trade-record.js';

/** One side's view of a slip as it is now, with what its caller may do (ours, beyond the contract). */
export const shownSlip = defineRecord('shown_slip', [
  'create_date',
  ...tradeBodyFields,
  'member_code_partner',
  'version',
  'confirmed_at',
  textList('actions'),
]);

/** The envelope and one slip. */
export const slipAnswer = defineRecord('slip_answer', [...envelopeFields, objectOf('trade', shownSlip)]);

/** Who changed a slip. The fields with the user and the client are present only for the caller's own side. */
export const slipActor = defineRecord('slip_actor', [
  'kind',
  optional('user_id'),
  optional('client_id'),
  'side',
  'member_code',
]);

/** One change of a slip. */
export const slipChange = defineRecord('slip_change', [
  'version',
  'at',
  'action',
  objectOf('by', slipActor),
  textList('changed'),
]);

/** One page of the history of a slip. */
export const slipHistoryAnswer = defineRecord('slip_history_answer', [
  ...envelopeFields,
  arrayOf('history_list', slipChange),
  'next_cursor',
]);

/** A record as `shownSlip` defines it. */
export type ShownSlip = RecordOf<typeof shownSlip>;
/** A record as `slipAnswer` defines it. */
export type SlipAnswer = RecordOf<typeof slipAnswer>;
/** A record as `slipActor` defines it. */
export type SlipActor = RecordOf<typeof slipActor>;
/** A record as `slipChange` defines it. */
export type SlipChange = RecordOf<typeof slipChange>;
/** A record as `slipHistoryAnswer` defines it. */
export type SlipHistoryAnswer = RecordOf<typeof slipHistoryAnswer>;
