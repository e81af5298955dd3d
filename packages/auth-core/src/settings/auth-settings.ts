import { fixedScope } from '../request/fixed-values.js';
import { type AttemptSettings, defaultAttemptSettings } from '../throttle/attempt-settings.js';
import { tokenAudience } from '../token/token-audience.js';

/**
 * Settings for decisions about authentication that the contract leaves open. The defaults of these settings are in
 * `defaultAuthSettings`.
 */
export interface AuthSettings {
  /** The `iss` of tokens, which is the address of this server without a slash at the end. */
  readonly issuer: string;
  /**
   * The address of the token endpoint in the metadata. Signed JWTs of clients may name it in `aud`. Without this
   * setting, they may name only the issuer there.
   */
  readonly tokenEndpoint?: string | undefined;
  /** The `aud` of access tokens. */
  readonly audience: string;
  readonly scope: string;
  readonly accessTokenLifetimeSeconds: number;
  /** The number of seconds for which a refresh token is valid. Each new refresh token is valid for the full time again. */
  readonly refreshTokenLifetimeSeconds: number;
  readonly codeLifetimeSeconds: number;
  /**
   * The number of seconds for which a replaced refresh token still gets the same answer again. With 0, the answer is never
   * repeated.
   */
  readonly reissueGraceSeconds: number;
  /** The access token in a repeated answer is replaced by a new one if it is valid for less than this number of seconds. */
  readonly reissueFreshSeconds: number;
  /** Whether clients that are allowed to use OpenID Connect get ID tokens and user information. */
  readonly openidConnect: boolean;
  /** Whether clients that are allowed to use the device flow get tokens by it. */
  readonly deviceFlow: boolean;
  /** The number of seconds for which a browser remains signed in. With 0, the user must type the password every time. */
  readonly sessionLifetimeSeconds: number;
  /** Whether every user must have a second factor. */
  readonly secondFactorRequired: boolean;
  /** The number of days for which the audit log is kept. */
  readonly auditRetentionDays: number;
  readonly attempts: AttemptSettings;
}

/** The settings that apply if a deployment does not set other values. Every deployment must set the issuer. */
export const defaultAuthSettings: Omit<AuthSettings, 'issuer'> = {
  audience: tokenAudience,
  scope: fixedScope,
  accessTokenLifetimeSeconds: 300,
  refreshTokenLifetimeSeconds: 31 * 24 * 60 * 60,
  codeLifetimeSeconds: 120,
  reissueGraceSeconds: 120,
  reissueFreshSeconds: 60,
  openidConnect: false,
  deviceFlow: false,
  sessionLifetimeSeconds: 0,
  secondFactorRequired: false,
  auditRetentionDays: 400,
  attempts: defaultAttemptSettings,
};
