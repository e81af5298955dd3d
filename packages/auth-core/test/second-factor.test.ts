import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import {
  checkPassword,
  checkSecondFactor,
  enrolAuthenticator,
  findSignedIn,
  issueByCredentials,
  proposeAgain,
  proposeAuthenticator,
  removeFactor,
  renewRecoveryCodes,
  startSession,
  type User,
} from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import {
  aRequest,
  auditedEvents,
  codesOf,
  enrolled,
  makeWorld,
  password,
  refusal,
  type World,
  withParts,
} from './auth-world.js';

const origin = { address: '192.0.2.1' };
const needsFactor = {
  code: 'invalid_grant',
  message: expect.stringContaining('use a service account (grant_type=client_credentials)'),
};

describeDatabases('a second factor', [authSchema], (open) => {
  let world: World;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { sessionLifetimeSeconds: 600 });
  });

  const userNow = async () => (await world.server.users.findBySubject(world.user.subject)) as User;
  const check = (code: string, address = '192.0.2.1') =>
    checkSecondFactor(world.server, { user: world.user, code }, { address });
  const signIn = (user_password = password) =>
    issueByCredentials(world.server, aRequest({ ...world.clientFields, user_id: world.user.userId, user_password }));
  const later = (seconds: number) => world.clock.advanceSeconds(seconds);
  /** Returns a correct code. Before, another code has made the address a known place. */
  const unusedCode = async (of: 'app' | 'recovery') => {
    const { code, recoveryCodes } = await enrolled(world.server, world.user.subject);
    later(300);
    expect(await check(recoveryCodes[9] ?? '')).toBe(true);
    return { app: code(), recovery: recoveryCodes[0] ?? '' }[of];
  };
  /** Makes a server that does something after it has judged a code and before it uses the code. */
  const meanwhile = (act: () => Promise<void>) => {
    const { factors } = world.server;
    const delayed = Object.assign(Object.create(factors) as typeof factors, {
      useStep: (...asked: Parameters<typeof factors.useStep>) => act().then(() => factors.useStep(...asked)),
      useRecoveryCode: (...asked: Parameters<typeof factors.useRecoveryCode>) =>
        act().then(() => factors.useRecoveryCode(...asked)),
    });
    return withParts(world.server, { factors: delayed });
  };

  const session = async () =>
    startSession(world.server, { user: await userNow(), authenticatedAt: world.clock.now() }, undefined);

  describe('with an authenticator app', () => {
    it('begins with the first right code, which is used up, and ten different recovery codes', async () => {
      const proposed = proposeAuthenticator(world.server, world.user);
      expect(new URL(proposed.address).searchParams.get('secret')).toBe(proposed.secretText);
      const { sealedSecret } = proposed;
      const enrol = (code: string) => enrolAuthenticator(world.server, world.user, { sealedSecret, code }, origin);
      const code = codesOf(proposed.secretText)(world.clock.now());
      const wrong = code === '000000' ? '000001' : '000000';
      for (const each of [wrong, '', '12345', 'abcdef', `${code}0`]) {
        expect(await enrol(each)).toEqual({ outcome: 'wrong-code' });
      }
      expect((await userNow()).secondFactorAt).toBeUndefined();
      expect(proposeAgain(world.server, world.user, sealedSecret)).toEqual(proposed);
      const result = await enrol(`${code.slice(0, 3)} ${code.slice(3)}`);
      const recoveryCodes = 'recoveryCodes' in result ? result.recoveryCodes : [];
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(recoveryCodes.join(' ')).toMatch(/^([a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}( |$)){10}$/);
      expect((await userNow()).secondFactorAt).toBe(world.clock.now());
      expect(await check(code)).toBe(false);
      expect(await auditedEvents(world)).toContain('user.second-factor-set');
    });

    it('is set up for nobody else with the same secret', async () => {
      const { sealedSecret } = proposeAuthenticator(world.server, world.user);
      const other = { ...world.user, subject: 'other' };
      const code = '000000';
      expect(await refusal(enrolAuthenticator(world.server, other, { sealedSecret, code }, origin))).toMatchObject({
        code: 'secret-key-wrong',
      });
    });

    it('is not replaced by a page that was opened before', async () => {
      const proposed = proposeAuthenticator(world.server, world.user);
      await enrolled(world.server, world.user.subject);
      const code = codesOf(proposed.secretText)(world.clock.now());
      const { sealedSecret } = proposed;
      expect(await enrolAuthenticator(world.server, world.user, { sealedSecret, code }, origin)).toEqual({
        outcome: 'changed',
      });
    });

    it.each([
      ['of the present step', 0, true],
      ['of the step before', -30, true],
      ['of the next step', 30, true],
      ['that is two steps old', -60, false],
      ['of the step after the next', 60, false],
    ])('takes a code %s: once', async (_which, seconds, right) => {
      const { codeAt } = await enrolled(world.server, world.user.subject);
      later(300);
      const code = codeAt(world.clock.now() + seconds * 1_000);
      expect([await check(code), await check(code)]).toEqual([right, false]);
    });

    it('takes no older code after a newer one', async () => {
      const { codeAt } = await enrolled(world.server, world.user.subject);
      later(300);
      const [old, present] = [-30_000, 0].map((ms) => codeAt(world.clock.now() + ms));
      expect([await check(present ?? ''), await check(old ?? '')]).toEqual([true, false]);
    });

    it('agrees with the test vector of RFC 6238 for SHA-1', () => {
      expect(codesOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')(1_111_111_109_000)).toBe('081804');
    });
  });

  describe('of recovery codes', () => {
    it.each([
      ['as it was shown', (code: string) => code],
      ['in capitals without dashes', (code: string) => code.toUpperCase().replaceAll('-', '')],
      ['with blanks', (code: string) => ` ${code.replaceAll('-', ' ')} `],
    ])('takes each one once, %s', async (_how, type) => {
      const { recoveryCodes } = await enrolled(world.server, world.user.subject);
      for (const code of recoveryCodes) expect([await check(type(code)), await check(code)]).toEqual([true, false]);
      expect(await world.server.factors.countRecoveryCodes(world.user.subject)).toBe(0);
    });

    it('replaces all of them at once', async () => {
      const { recoveryCodes } = await enrolled(world.server, world.user.subject);
      const renewed = await renewRecoveryCodes(world.server, await userNow(), origin);
      expect(await check(recoveryCodes[0] ?? '')).toBe(false);
      expect(await check(renewed?.[0] ?? '')).toBe(true);
      expect(await renewRecoveryCodes(world.server, world.user, origin)).toBeUndefined();
    });
  });

  describe('guessed', () => {
    /** Locks of addresses apply to all users of a database. */
    beforeEach(async () => {
      world = await makeWorld(await open(), { sessionLifetimeSeconds: 600 });
    });

    it('locks after ten wrong codes, apart from the password, and only a right code clears the count', async () => {
      const { codeAt } = await enrolled(world.server, world.user.subject);
      later(300);
      expect(await check(codeAt(world.clock.now()))).toBe(true);
      for (let guess = 0; guess < 9; guess++) expect(await check('abc')).toBe(false);
      const person = { userId: world.user.userId, password, clientId: 'page', isClientAuthenticated: false };
      expect(await checkPassword(world.server, person, origin)).toMatchObject({ userId: world.user.userId });
      expect(await check('abc')).toBe(false);
      expect(await refusal(check(codeAt(world.clock.now() + 30_000)))).toMatchObject({
        code: 'throttled',
        retryAfterSeconds: 60,
      });
      expect(await checkPassword(world.server, person, origin)).toMatchObject({ userId: world.user.userId });
      later(61);
      expect(await check(codeAt(world.clock.now()))).toBe(true);
      for (let guess = 0; guess < 9; guess++) expect(await check('abc')).toBe(false);
    });

    it.each(['app', 'recovery'] as const)('counts a used code of the %s as a wrong one', async (which) => {
      const code = await unusedCode(which);
      expect(await check(code)).toBe(true);
      for (let replay = 0; replay < 10; replay++) expect(await check(code)).toBe(false);
      expect(await refusal(check(code))).toMatchObject({ code: 'throttled' });
    });

    it.each(['app', 'recovery'] as const)(
      'does not count a code of the %s that a simultaneous check has used first',
      async (which) => {
        const code = await unusedCode(which);
        const won: boolean[] = [];
        const loser = meanwhile(async () => {
          won.push(await check(code));
          for (let guess = 0; guess < 9; guess++) await check('abc');
        });
        expect(await checkSecondFactor(loser, { user: world.user, code }, origin)).toBe(false);
        expect([won, await check('abc')]).toEqual([[true], false]);
        expect(await refusal(check('abc'))).toMatchObject({ code: 'throttled' });
        expect((await auditedEvents(world)).filter((event) => event === 'user.second-factor-refused')).toHaveLength(11);
      },
    );

    it.each(['app', 'recovery'] as const)('burns no code of the %s by a lock', async (which) => {
      const code = await unusedCode(which);
      const winner = meanwhile(async () => {
        for (let guess = 0; guess < 10; guess++) await check('abc');
      });
      expect(await checkSecondFactor(winner, { user: world.user, code }, origin)).toBe(true);
      expect(await refusal(check('abc'))).toMatchObject({ code: 'throttled' });
    });

    it('counts 100 for an address, apart from passwords', async () => {
      const strangers = Array.from({ length: 100 }, (_, index) => ({ subject: `s-${index}`, userId: `u-${index}` }));
      const from = { address: '203.0.113.9' };
      for (const user of strangers) await checkSecondFactor(world.server, { user, code: '000000' }, from);
      expect(await refusal(check('000000', from.address))).toMatchObject({ code: 'throttled' });
      const person = { userId: world.user.userId, password, clientId: 'page', isClientAuthenticated: false };
      expect(await checkPassword(world.server, person, from)).toBeDefined();
    });

    it('is not unlocked with the password, but by a reset', async () => {
      await enrolled(world.server, world.user.subject);
      for (let guess = 0; guess < 10; guess++) await check('abc');
      await world.administration.users.unlock(world.user.userId);
      expect(await refusal(check('abc'))).toMatchObject({ code: 'throttled' });
      await world.administration.users.resetSecondFactor(world.user.userId);
      const { recoveryCodes } = await enrolled(world.server, world.user.subject);
      expect(await check(recoveryCodes[0] ?? '')).toBe(true);
    });
  });

  describe('in the credentials flow', () => {
    it('refuses the right password of a user who has one, and says what to use; a wrong one as ever', async () => {
      await enrolled(world.server, world.user.subject);
      expect(await refusal(signIn())).toEqual(needsFactor);
      expect(await refusal(signIn('wrong'))).toEqual({
        code: 'invalid_grant',
        message: 'User ID or password is wrong',
      });
    });

    it('lets the operator allow it for a client', async () => {
      await enrolled(world.server, world.user.subject);
      await world.administration.clients.mark(world.client.clientId, { passwordSuffices: true });
      expect(await signIn()).toMatchObject({ tokenType: 'Bearer' });
    });

    it.each([
      ['the operator of the user', (w: World) => w.administration.users.requireSecondFactor(w.user.userId, true)],
      ['the member', (w: World) => w.administration.users.requireSecondFactorOfMember(w.user.memberCode, true)],
    ])('refuses a user who lacks one that is required by %s', async (_who, require) => {
      await require(world);
      expect(await refusal(signIn())).toEqual(needsFactor);
    });

    it('refuses everybody where the platform requires it', async () => {
      const strict = await makeWorld(database, { secondFactorRequired: true });
      const fields = { ...strict.clientFields, user_id: strict.user.userId, user_password: password };
      expect(await refusal(issueByCredentials(strict.server, aRequest(fields)))).toEqual(needsFactor);
    });
  });

  describe('and a sign-in session', () => {
    it('ends a session that began with the password alone', async () => {
      const before = await session();
      later(1);
      await enrolled(world.server, world.user.subject);
      const after = await session();
      expect([await findSignedIn(world.server, before), await findSignedIn(world.server, after)]).toEqual([
        undefined,
        expect.anything(),
      ]);
    });

    it('allows no session of a user who lacks one that is required', async () => {
      const secret = await session();
      await world.administration.users.requireSecondFactor(world.user.userId, true);
      expect(await findSignedIn(world.server, secret)).toBeUndefined();
    });
  });

  describe('lost or given up', () => {
    it('is removed by the user, or by the operator, each audited', async () => {
      world = await makeWorld(await open(), { sessionLifetimeSeconds: 600 });
      await enrolled(world.server, world.user.subject);
      const remove = async (user: User) => (await removeFactor(world.server, user, 'authenticator', origin)).outcome;
      expect(await remove(world.user)).toBe('changed');
      expect(await remove(await userNow())).toBe('removed');
      expect((await userNow()).secondFactorAt).toBeUndefined();
      const { recoveryCodes } = await enrolled(world.server, world.user.subject);
      const reset = () => world.administration.users.resetSecondFactor(world.user.userId);
      expect([await reset(), await reset()]).toEqual([true, false]);
      expect(await check(recoveryCodes[0] ?? '')).toBe(false);
      expect(await auditedEvents(world)).toEqual(
        expect.arrayContaining(['user.second-factor-removed', 'user.second-factor-reset']),
      );
      expect(await signIn()).toMatchObject({ tokenType: 'Bearer' });
    });
  });
});
