import type { StoredTokens } from '@trading-platform/client';

/** The session that a browser sends with each call, sealed. Times are epoch milliseconds. */
export interface Session {
  /** Each sign-in makes a new one. */
  readonly id: string;
  readonly username: string;
  readonly memberCode: string;
  readonly signedInAt: number;
  readonly tokens: StoredTokens;
}

/** A browser on its way to the authorization page and back. */
export interface SignInAttempt {
  readonly state: string;
  /** The code verifier of PKCE. */
  readonly codeVerifier: string;
  /** The path of this page to which the user then goes. */
  readonly returnTo: string;
  readonly begunAt: number;
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Sealed values come from this program, but maybe from another release of it. */
export function isSession(value: unknown): value is Session {
  const { id, username, memberCode, signedInAt, tokens } = (value ?? {}) as Partial<Session>;
  const { accessToken, refreshToken, accessTokenEndsAt, renewAt } = tokens ?? {};
  return (
    [id, username, memberCode, accessToken, refreshToken].every(text) &&
    [signedInAt, accessTokenEndsAt, renewAt].every(number)
  );
}

/** The same for an attempt. */
export function isSignInAttempt(value: unknown): value is SignInAttempt {
  const { state, codeVerifier, returnTo, begunAt } = (value ?? {}) as Partial<SignInAttempt>;
  return [state, codeVerifier, returnTo].every(text) && number(begunAt);
}
