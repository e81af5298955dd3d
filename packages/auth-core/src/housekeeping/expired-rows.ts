/** Kinds of rows that expire by themselves and are removed some time later. */
export type ExpiringKind =
  | 'codes'
  | 'device-codes'
  | 'expired-grants'
  | 'ended-grants'
  | 'reissue-answers'
  | 'sessions'
  | 'reset-links'
  | 'client-assertions'
  | 'passkey-challenges'
  | 'attempts'
  | 'known-places'
  | 'revocations'
  | 'retired-keys'
  | 'withdrawn-keys'
  | 'audit-records';

/** Removes expired rows, only a limited number at a time. */
export abstract class ExpiredRows {
  /**
   * Removes at most `limit` rows that ended before the given time (epoch milliseconds), and returns the number of removed rows.
   */
  abstract remove(kind: ExpiringKind, before: number, limit: number): Promise<number>;
}
