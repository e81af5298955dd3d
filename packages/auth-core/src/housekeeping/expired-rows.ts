/** Rows that end by themselves and are removed some time later. */
export type ExpiringKind =
  | 'codes'
  | 'expired-grants'
  | 'ended-grants'
  | 'reissue-answers'
  | 'sessions'
  | 'attempts'
  | 'known-places'
  | 'revocations'
  | 'retired-keys'
  | 'withdrawn-keys'
  | 'audit-records';

/** Removes what has ended, a bounded number of rows at a time. */
export abstract class ExpiredRows {
  /** Removes at most `limit` rows that ended before the instant (epoch milliseconds); answers how many. */
  abstract remove(kind: ExpiringKind, before: number, limit: number): Promise<number>;
}
