import { fixedScope, tokenAudience } from '../request/fixed-values.js';

/** Answers to what the contract leaves open about authentication. Every default is one of `defaultAuthSettings`. */
export interface AuthSettings {
  /** `iss` of the tokens: the address of this server, without a slash at the end. */
  readonly issuer: string;
  /** `aud` of the access tokens. */
  readonly audience: string;
  readonly scope: string;
  readonly accessTokenLifetimeSeconds: number;
  /** Each successor lives this long anew. */
  readonly refreshTokenLifetimeSeconds: number;
  readonly codeLifetimeSeconds: number;
  /** How long a replaced refresh token still gets the answer that replaced it. 0: never. */
  readonly reissueGraceSeconds: number;
  /** With less than this left, a repeated reissue gets a new access token. */
  readonly reissueFreshSeconds: number;
  /** Whether clients that are allowed to get ID tokens and user information. */
  readonly openidConnect: boolean;
  /** How long a browser stays signed in; 0: the password is asked every time. */
  readonly sessionLifetimeSeconds: number;
  /** How long the audit log is kept. */
  readonly auditRetentionDays: number;
  readonly attempts: AttemptSettings;
}

export interface AttemptSettings {
  /** Failures are counted within this time. */
  readonly windowSeconds: number;
  readonly failuresPerUser: number;
  /** Wrong passwords that are judged for a user within any 24 hours, from strangers. */
  readonly failuresPerUserAndDay: number;
  /** The same, from places where the user has signed in before. */
  readonly failuresPerUserAndDayFromKnownPlaces: number;
  readonly failuresPerAddress: number;
  readonly failuresPerClient: number;
  /** The first lock; each following one is twice as long. */
  readonly firstLockSeconds: number;
  readonly longestLockSeconds: number;
  /** Users, clients and addresses that are counted one by one; strangers beyond them share counters. */
  readonly countersAtMost: number;
}

export const defaultAuthSettings: Omit<AuthSettings, 'issuer'> = {
  audience: tokenAudience,
  scope: fixedScope,
  accessTokenLifetimeSeconds: 300,
  refreshTokenLifetimeSeconds: 31 * 24 * 60 * 60,
  codeLifetimeSeconds: 120,
  reissueGraceSeconds: 120,
  reissueFreshSeconds: 60,
  openidConnect: false,
  sessionLifetimeSeconds: 0,
  auditRetentionDays: 400,
  attempts: {
    windowSeconds: 15 * 60,
    failuresPerUser: 10,
    failuresPerUserAndDay: 200,
    failuresPerUserAndDayFromKnownPlaces: 100,
    failuresPerAddress: 100,
    failuresPerClient: 100,
    firstLockSeconds: 60,
    longestLockSeconds: 60 * 60,
    countersAtMost: 100_000,
  },
};
