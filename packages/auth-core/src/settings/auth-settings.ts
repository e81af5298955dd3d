import { fixedScope } from '../request/fixed-values.js';
import { type AttemptSettings, defaultAttemptSettings } from '../throttle/attempt-settings.js';
import { tokenAudience } from '../token/token-audience.js';

/** Answers to what the contract leaves open about authentication. Every default is one of `defaultAuthSettings`. */
export interface AuthSettings {
  /** `iss` of the tokens: the address of this server, without a slash at the end. */
  readonly issuer: string;
  /** `aud` of the access tokens. */
  readonly audience: string;
  readonly scope: string;
  readonly accessTokenLifetimeSeconds: number;
  /** Each successor lives this long from its own start. */
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

/** The settings that hold where a deployment says nothing else. It must say who the issuer is. */
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
  attempts: defaultAttemptSettings,
};
