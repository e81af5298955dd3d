import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import {
  askForPasskey,
  checkPasskey,
  checkSecondFactor,
  enrolPasskey,
  type PasskeyQuestion,
  proposePasskey,
  removeFactor,
  runHousekeeping,
  type User,
} from '../src/index.js';
import { TestPasskey, type TestPasskeyChange } from '../src/testing/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { auditedEvents, makeWorld, password, refusal, type World, enrolled as withApp } from './auth-world.js';

const origin = { address: '192.0.2.1' };
const siteOrigin = 'https://auth.example';

describeDatabases('a passkey', [authSchema], (open) => {
  let world: World;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database);
  });

  const userNow = async (subject = world.user.subject) => (await world.server.users.findBySubject(subject)) as User;
  const expiresAt = () => world.clock.now() + 600_000;
  const offered = async (user?: User) =>
    (await proposePasskey(world.server, user ?? (await userNow()))) as PasskeyQuestion;
  const asked = async (user?: User) =>
    (await askForPasskey(world.server, user ?? (await userNow()))) as PasskeyQuestion;
  const enrolWith = (user: User, challenge: string, credential: string, name = 'Laptop') =>
    enrolPasskey(world.server, user, { name, answer: { challenge, credential, expiresAt: expiresAt() } }, origin);

  async function enrolled(of: User = world.user, options: { readonly counter?: number } = {}) {
    const user = await userNow(of.subject);
    const passkey = new TestPasskey({ origin: siteOrigin, ...options });
    const question = await offered(user);
    const result = await enrolWith(user, question.challenge, passkey.create(question));
    if (result.outcome !== 'enrolled') throw new Error(result.outcome);
    return { ...result, passkey };
  }
  const check = (challenge: string, credential: string, user: Pick<User, 'subject' | 'userId'> = world.user) =>
    checkPasskey(world.server, { user, answer: { challenge, credential, expiresAt: expiresAt() } }, origin);
  const use = async (passkey: TestPasskey, change: TestPasskeyChange = {}) => {
    const question = await asked();
    return check(question.challenge, passkey.get(question, change));
  };
  const anotherUser = (userId: string) =>
    world.administration.users.create({ userId: `${world.user.userId}-${userId}`, memberCode: '10000001', password });

  describe('that is enrolled', () => {
    it('brings ten recovery codes as the first factor, and is used again and again', async () => {
      const { passkey, recoveryCodes } = await enrolled();
      expect(recoveryCodes).toHaveLength(10);
      expect([await use(passkey), await use(passkey)]).toEqual([true, true]);
      const code = { user: world.user, code: recoveryCodes[0] ?? '' };
      expect(await checkSecondFactor(world.server, code, origin)).toBe(true);
      expect(await world.administration.users.listFactors(world.user.userId)).toMatchObject({
        authenticatorAt: undefined,
        passkeys: [{ name: 'Laptop', createdAt: world.clock.now(), lastUsedAt: world.clock.now() }],
        recoveryCodes: 9,
      });
      expect(await auditedEvents(world)).toEqual(
        expect.arrayContaining(['user.second-factor-set', 'user.second-factor-used']),
      );
    });

    it('stands beside an app and other passkeys, without new recovery codes', async () => {
      await withApp(world.server, world.user.subject);
      const first = await enrolled();
      world.clock.advanceSeconds(1);
      const second = await enrolled();
      expect([first.recoveryCodes, second.recoveryCodes]).toEqual([[], []]);
      expect([await use(first.passkey), await use(second.passkey)]).toEqual([true, true]);
      const { options } = await asked();
      expect(options['allowCredentials']).toMatchObject([
        { id: first.passkey.credentialId, transports: ['internal'] },
        { id: second.passkey.credentialId },
      ]);
      await withApp(world.server, world.user.subject);
      expect((await asked()).options['allowCredentials']).toHaveLength(2);
    });

    it('is the last of ten', async () => {
      for (let count = 0; count < 10; count += 1) await enrolled();
      const question = await offered();
      const one = new TestPasskey({ origin: siteOrigin });
      expect(await enrolWith(await userNow(), question.challenge, one.create(question))).toEqual({
        outcome: 'too-many',
      });
    });

    it.each(['', ' ', 'x'.repeat(65), 'a\u0007b'])('has a name, and not %j', async (name) => {
      const question = await offered();
      const one = new TestPasskey({ origin: siteOrigin });
      expect(await enrolWith(world.user, question.challenge, one.create(question), name)).toEqual({
        outcome: 'name-invalid',
      });
    });

    it('belongs to nobody else', async () => {
      const { passkey } = await enrolled();
      const other = await anotherUser('other');
      const question = await offered(other);
      expect(await enrolWith(other, question.challenge, passkey.create(question))).toEqual({ outcome: 'refused' });
      const again = await offered();
      expect(await enrolWith(await userNow(), again.challenge, passkey.create(again))).toEqual({ outcome: 'refused' });
    });

    it('is not enrolled twice with the same challenge, even after it was removed', async () => {
      const question = await offered();
      const passkey = new TestPasskey({ origin: siteOrigin });
      const credential = passkey.create(question);
      expect(await enrolWith(world.user, question.challenge, credential)).toMatchObject({ outcome: 'enrolled' });
      await removeFactor(world.server, await userNow(), { credentialId: passkey.credentialId }, origin);
      expect(await enrolWith(await userNow(), question.challenge, credential)).toEqual({ outcome: 'changed' });
    });

    it('is not added by a page from before the last change', async () => {
      const question = await offered();
      await enrolled();
      const credential = new TestPasskey({ origin: siteOrigin }).create(question);
      expect(await enrolWith(world.user, question.challenge, credential)).toEqual({ outcome: 'changed' });
    });
  });

  describe('that is used', () => {
    it('is refused with a wrong answer, which is audited', async () => {
      const { passkey } = await enrolled();
      expect(await use(passkey, { origin: 'https://evil.example' })).toBe(false);
      expect((await auditedEvents(world)).at(-1)).toBe('user.second-factor-refused');
      const question = await offered(await anotherUser('refused'));
      const credential = new TestPasskey({ origin: siteOrigin }).create(question, { rpId: 'evil.example' });
      expect(await enrolWith(await userNow(), question.challenge, credential)).toEqual({ outcome: 'refused' });
    });

    it('is refused on the page of another sign-in', async () => {
      const { passkey } = await enrolled();
      const [mine, other] = [await asked(), await asked()];
      expect(await check(other.challenge, passkey.get(mine))).toBe(false);
    });

    it('is refused if it is unknown, or belongs to another user', async () => {
      await enrolled();
      expect(await use(new TestPasskey({ origin: siteOrigin }))).toBe(false);
      const other = await anotherUser('third');
      const { passkey } = await enrolled(other);
      expect(await use(passkey)).toBe(false);
      const question = await asked();
      // Security keys do not say to whom a passkey belongs.
      const { response, ...rest } = JSON.parse(passkey.get(question)) as { response: object };
      const nameless = JSON.stringify({ ...rest, response: { ...response, userHandle: undefined } });
      expect(await check(question.challenge, nameless)).toBe(false);
    });

    it('answers each challenge once', async () => {
      world = await makeWorld(await open());
      const { passkey } = await enrolled(world.user, { counter: 0 });
      const question = await asked();
      const credential = passkey.get(question);
      expect([await check(question.challenge, credential), await check(question.challenge, credential)]).toEqual([
        true,
        false,
      ]);
      world.clock.advanceSeconds(2_000);
      expect(await runHousekeeping(world.server)).toMatchObject({ 'passkey-challenges': 2 });
    });

    it.each([
      ['goes back', 3],
      ['stays', 9],
    ])('is refused with a counter that %s, which has an event of its own', async (_what, counter) => {
      const { passkey } = await enrolled();
      expect([await use(passkey, { counter: 9 }), await use(passkey, { counter })]).toEqual([true, false]);
      expect((await auditedEvents(world)).at(-1)).toBe('user.passkey-counter-refused');
      expect(await use(passkey, { counter: 10 })).toBe(true);
    });

    it('may never count', async () => {
      const { passkey } = await enrolled(world.user, { counter: 0 });
      expect([await use(passkey), await use(passkey)]).toEqual([true, true]);
    });

    it('shares the count and the lock of wrong codes', async () => {
      const { passkey, recoveryCodes } = await enrolled();
      for (let guess = 0; guess < 10; guess += 1) await use(passkey, { origin: 'https://evil.example' });
      const code = { user: world.user, code: recoveryCodes[0] ?? '' };
      expect(await refusal(checkSecondFactor(world.server, code, origin))).toMatchObject({ code: 'throttled' });
      expect(await refusal(use(passkey))).toMatchObject({ code: 'throttled' });
    });

    it('clears no count with an answer that was used before', async () => {
      const { passkey } = await enrolled(world.user, { counter: 0 });
      const question = await asked();
      const credential = passkey.get(question);
      expect(await check(question.challenge, credential)).toBe(true);
      for (let guess = 0; guess < 10; guess += 1) expect(await check(question.challenge, credential)).toBe(false);
      expect(await refusal(use(passkey))).toMatchObject({ code: 'throttled' });
    });
  });

  describe('that is not wanted any more', () => {
    it('goes alone while another factor stays, and with the recovery codes as the last', async () => {
      const { passkey } = await enrolled();
      const other = await enrolled();
      const remove = async (credentialId: string) =>
        removeFactor(world.server, await userNow(), { credentialId }, origin);
      expect(await remove('unknown')).toEqual({ outcome: 'changed' });
      expect(await remove(passkey.credentialId)).toMatchObject({ outcome: 'removed' });
      expect([await use(passkey), await use(other.passkey)]).toEqual([false, true]);
      expect(await world.server.factors.countRecoveryCodes(world.user.subject)).toBe(10);
      await world.administration.users.requireSecondFactor(world.user.userId, true);
      expect(await remove(other.passkey.credentialId)).toEqual({ outcome: 'required' });
      await world.administration.users.requireSecondFactor(world.user.userId, false);
      expect(await remove(other.passkey.credentialId)).toMatchObject({
        outcome: 'removed',
        user: { secondFactorAt: undefined },
      });
      expect(await world.server.factors.countRecoveryCodes(world.user.subject)).toBe(0);
    });

    it('goes with all others when the operator resets the second factor', async () => {
      await enrolled();
      expect(await world.administration.users.resetSecondFactor(world.user.userId)).toBe(true);
      expect(await askForPasskey(world.server, await userNow())).toBeUndefined();
      expect((await auditedEvents(world)).at(-1)).toBe('user.second-factor-reset');
    });
  });
});
