import type { StoredTokens } from '@trading-platform/client';

/** The session, which the browser stores in a sealed cookie and sends with each call. Times are epoch milliseconds. */
export interface Session {
  /** Each sign-in creates a new id. */
  readonly id: string;
  readonly username: string;
  readonly memberCode: string;
  readonly signedInAt: number;
  readonly tokens: StoredTokens;
}

/** A sign-in that has begun: the browser is at the authorization page and will come back. */
export interface SignInAttempt {
  readonly state: string;
  /** The code verifier of PKCE. */
  readonly codeVerifier: string;
  /** The path of this page that is shown after the sign-in. */
  readonly returnTo: string;
  readonly begunAt: number;
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/**
 * Checks that an unsealed session has the expected fields and types. Another release of this program may have sealed
 * it.
 */
export function isSession(value: unknown): value is Session {
  const { id, username, memberCode, signedInAt, tokens } = (value ?? {}) as Partial<Session>;
  const { accessToken, refreshToken, accessTokenEndsAt, renewAt } = tokens ?? {};
  return (
    [id, username, memberCode, accessToken, refreshToken].every(text) &&
    [signedInAt, accessTokenEndsAt, renewAt].every(number)
  );
}

/** Checks that an unsealed sign-in attempt has the expected fields and types. */
export function isSignInAttempt(value: unknown): value is SignInAttempt {
  const { state, codeVerifier, returnTo, begunAt } = (value ?? {}) as Partial<SignInAttempt>;
  return [state, codeVerifier, returnTo].every(text) && number(begunAt);
}
