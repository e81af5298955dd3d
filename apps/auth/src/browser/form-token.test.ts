import { describe, expect, it } from '@jest/globals';
import { ServerSecret } from '@trading-platform/auth-core';
import { checkFormToken, makeFormToken } from './form-token.js';

const secret = new ServerSecret('a secret key that only tests use, of enough length');
const binding = { browserId: 'browser', request: 'realm=/api&client_id=shop', rights: ['order', 'list'] };
const madeAt = Date.UTC(2026, 0, 1);
const lifetimeSeconds = 1_800;
const endsAt = madeAt + lifetimeSeconds * 1000;
const token = makeFormToken(secret, binding, madeAt);
const check = (presented: string | undefined, of = binding, now = madeAt, by = secret) =>
  checkFormToken(by, presented, of, { now, lifetimeSeconds });

describe('the token of a form', () => {
  it.each([
    ['when it is made', madeAt, 'valid'],
    ['a millisecond before its end', endsAt - 1, 'valid'],
    ['exactly at its end', endsAt, 'expired'],
    ['a millisecond after its end', endsAt + 1, 'expired'],
  ])('%s', (_when, now, state) => {
    expect(check(token, binding, now)).toBe(state);
  });

  it.each([
    ['none', undefined],
    ['a shorter one', token.slice(0, -1)],
    ['a longer one', `${token}A`],
    ['one with another instant', `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
    ['one with another seal', `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`],
  ])('is foreign: %s', (_what, presented) => {
    expect(check(presented)).toBe('foreign');
  });

  it.each([[['list']], [['order', 'update', 'list']], [[]]])('is outdated once the rights are %j', (rights) => {
    expect(check(token, { ...binding, rights })).toBe('outdated');
    expect(check(token, { ...binding, rights }, endsAt)).toBe('expired');
    expect(check(token, { ...binding, rights, browserId: 'other' })).toBe('foreign');
  });

  it('is foreign in another browser, for another request, and on another server, however old it is', () => {
    for (const now of [madeAt, endsAt]) {
      expect(check(token, { ...binding, browserId: 'other' }, now)).toBe('foreign');
      expect(check(token, { ...binding, request: 'realm=/api' }, now)).toBe('foreign');
      expect(check(token, binding, now, new ServerSecret('another secret key, of enough length as well'))).toBe(
        'foreign',
      );
    }
  });
});
