import { describe, expect, it } from '@jest/globals';
import { AuthError } from '../auth-error.js';
import { BearerStrategy, type RequestWithHeaders, type VerifyBearerToken } from './bearer-strategy.js';

const realm = 'Bearer realm="/api"';
const principal = { id: 'user' };

/** Returns the result that Passport receives, and the token that was verified. */
function authenticate(authorization: string | string[] | undefined, verify: VerifyBearerToken) {
  const told: unknown[] = [];
  const verified: string[] = [];
  const strategy = new BearerStrategy((token, done) => {
    verified.push(token);
    verify(token, done);
  });
  const called = Object.assign(Object.create(strategy) as BearerStrategy, {
    success: (value: unknown) => told.push('success', value),
    fail: (challenge: unknown, status: number) => told.push('fail', challenge, status),
    error: (error: unknown) => told.push('error', error),
  });
  called.authenticate({ headers: { authorization } } satisfies RequestWithHeaders);
  return { told, verified };
}

const accept: VerifyBearerToken = (_, done) => done(null, principal);

describe('BearerStrategy', () => {
  it.each(['Bearer abc', 'bearer   a.b-c_d~e+f/g==  '])('verifies the token of %j', (header) => {
    const { told, verified } = authenticate(header, accept);
    expect(told).toEqual(['success', principal]);
    expect(verified).toEqual([header.trim().split(/ +/)[1]]);
  });

  it.each([undefined, 'Basic abc', 'Bearers abc', ['Bearer abc', 'Bearer def']])(
    'asks for a token where there is none: %j',
    (header) => {
      expect(authenticate(header, accept)).toEqual({ told: ['fail', { challenge: realm }, 401], verified: [] });
    },
  );

  it.each(['Bearer', 'Bearer a b', 'Bearer ä', 'Bearer =a'])('refuses the malformed header %j', (header) => {
    const challenge = `${realm}, error="invalid_token", error_description="The access token is malformed"`;
    expect(authenticate(header, accept)).toEqual({ told: ['fail', { challenge }, 401], verified: [] });
  });

  it.each<[string, VerifyBearerToken, string]>([
    ['is invalid', (_, done) => done(new AuthError('token-invalid', 'Too old')), 'Too old'],
    ['is refused', (_, done) => done(null, false), 'Refused'],
    ['has no owner', (_, done) => done(undefined), 'Refused'],
  ])('challenges a token that %s', (_what, verify, description) => {
    const challenge = `${realm}, error="invalid_token", error_description="${description}"`;
    expect(authenticate('Bearer abc', verify).told).toEqual(['fail', { challenge }, 401]);
  });

  it('passes any other error on', () => {
    const error = new AuthError('overloaded', 'No keys');
    expect(authenticate('Bearer abc', (_, done) => done(error)).told).toEqual(['error', error]);
  });
});
