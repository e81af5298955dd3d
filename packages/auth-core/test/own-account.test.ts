import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import {
  changePassword,
  checkPassword,
  endGrantOf,
  endOtherSessions,
  endOwnSession,
  findSignedIn,
  findUserOfResetLink,
  introspect,
  issueByCredentials,
  listGrantsOf,
  listOwnSessions,
  resetPassword,
  startSession,
} from '../src/index.js';
import { authSchema, openAuthAdministration } from '../src/typeorm/index.js';
import {
  aRequest,
  auditedEvents,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  secretKey,
  type World,
  withParts,
} from './auth-world.js';

const origin = { address: '192.0.2.1' };
const newPassword = 'four unrelated words here';

describeDatabases('the own account', [authSchema], (open) => {
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { sessionLifetimeSeconds: 600_000 });
  });

  const isRight = async (typed: string) => {
    const signIn = { userId: world.user.userId, password: typed, clientId: undefined, isClientAuthenticated: false };
    return (await checkPassword(world.server, signIn, origin)) !== undefined;
  };
  const start = (device?: object) =>
    startSession(world.server, { user: world.user, authenticatedAt: world.clock.now() }, undefined, device);
  const tokens = () => {
    const user = { user_id: world.user.userId, user_password: password };
    return issueByCredentials(world.server, aRequest({ ...world.clientFields, ...user }));
  };
  const isActive = async (token: string, fields: Readonly<Record<string, string>> = world.clientFields) =>
    (await introspect(world.server, aRequest({ ...fields, token }))).active;
  const findUser = (subject: string) => world.server.users.findBySubject(subject);

  const makeLink = (lifetimeSeconds = 3_600) =>
    world.administration.users.makeResetLink(world.user.userId, { lifetimeSeconds, by: 'operator-7' });
  const holder = (secret: string | undefined) => findUserOfResetLink(world.server, secret);
  const reset = (secret: string, user = world.user) =>
    resetPassword(world.server, user, { secret, password: newPassword }, origin);

  describe('a changed password', () => {
    it('ends all sessions and grants of the user, but no service account', async () => {
      const { client, clientSecret } = await world.administration.clients.create({
        name: 'Nightly',
        memberCode: '10000001',
      });
      const fields = { client_id: client.clientId, client_secret: clientSecret };
      const ask = aRequest({ ...fields, grant_type: 'client_credentials' }, { query: { realm: '/api' } });
      const ofAccount = await issueOrReissue(world.server, ask);
      const ofUser = await tokens();
      const session = await start();
      const changed = await changePassword(world.server, world.user, newPassword, origin);
      expect(changed).toMatchObject({ userId: world.user.userId, generation: 2, passwordChangedAt: world.clock.now() });
      expect(changed).not.toHaveProperty('passwordHash');
      expect([await isRight(password), await isRight(newPassword)]).toEqual([false, true]);
      expect(await findSignedIn(world.server, session)).toBeUndefined();
      expect([await isActive(ofUser.accessToken), await isActive(ofAccount.accessToken, fields)]).toEqual([
        false,
        true,
      ]);
      expect(await listGrantsOf(world.server, world.user)).toEqual([]);
      expect(await auditedEvents(world)).toContain('user.password-changed');
    });

    it.each([
      ['too short', 'seven77', 'password-too-short'],
      ['too long', 'long '.repeat(300), 'password-too-long'],
      ['with an invisible character', 'correct\u200bhorse', 'value-invalid'],
      ['the present one, typed on another keyboard', 'correct\u3000horse battery', 'password-unchanged'],
      ['leaked', 'leaked password', 'password-leaked'],
    ])('is refused if it is %s', async (_what, typed, code) => {
      const leakedPasswords = { contains: async (each: string) => each === 'leaked password' };
      const server = withParts(world.server, { leakedPasswords });
      expect(await refusal(changePassword(server, world.user, typed, origin))).toMatchObject({ code });
      expect(await isRight(password)).toBe(true);
      expect(await auditedEvents(world)).not.toContain('user.password-changed');
    });

    it('changes nothing for a page from before the last change', async () => {
      await changePassword(world.server, world.user, newPassword, origin);
      expect(await changePassword(world.server, world.user, 'yet another password', origin)).toBeUndefined();
      expect(await isRight(newPassword)).toBe(true);
    });
  });

  describe('a reset link', () => {
    it('sets a password once, ends sessions, grants and locks, and says in the audit log who made and who used it', async () => {
      for (let guess = 0; guess < 10; guess++) await isRight('wrong');
      expect(await refusal(isRight(password))).toMatchObject({ code: 'throttled' });
      const session = await start();
      const { secret, expiresAt } = await makeLink();
      expect([secret, expiresAt]).toEqual([expect.stringMatching(/^[\w-]{43}$/), world.clock.now() + 3_600_000]);
      expect(await findSignedIn(world.server, session)).toBeDefined();
      expect(await holder(secret)).toMatchObject({ userId: world.user.userId });
      expect([await reset(secret), await reset(secret)]).toEqual([true, false]);
      expect(await holder(secret)).toBeUndefined();
      expect([await isRight(newPassword), await findSignedIn(world.server, session)]).toEqual([true, undefined]);
      const events = await world.server.audit.list({ userId: world.user.userId, limit: 3 });
      expect(events).toMatchObject([
        { event: 'user.password-reset', address: origin.address },
        { event: 'user.reset-link-made', address: 'local', detail: { lifetime_seconds: 3_600, by: 'operator-7' } },
        {},
      ]);
    });

    it('is stored only as a hash', async () => {
      const { secret } = await makeLink();
      const rows = await world.server.users.findResetLink(Buffer.from(secret, 'base64url'));
      expect(rows).toBeUndefined();
    });

    it.each<[string, (secret: string) => unknown]>([
      ['has expired', () => world.clock.advanceSeconds(3_600)],
      ['was replaced by a newer one', () => makeLink()],
      ['is of a disabled user', () => world.administration.users.disable(world.user.userId)],
      ['is of a deleted user', () => world.administration.users.delete(world.user.userId)],
      [
        'came before another change of the password',
        () => changePassword(world.server, world.user, 'another one', origin),
      ],
    ])('sets nothing once it %s', async (_what, change) => {
      const { secret } = await makeLink();
      await change(secret);
      const before = await findUser(world.user.subject);
      expect([await holder(secret), await reset(secret)]).toEqual([undefined, false]);
      expect(await findUser(world.user.subject)).toEqual(before);
    });

    it.each([
      ['garbled', (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`],
      ['cut off', (secret: string) => secret.slice(0, 42)],
      ['empty', () => ''],
      ['much too long', (secret: string) => secret.repeat(1_000)],
    ])('sets nothing if it is %s', async (_what, change) => {
      const { secret } = await makeLink();
      expect([await holder(change(secret)), await reset(change(secret))]).toEqual([undefined, false]);
      expect(await holder(secret)).toBeDefined();
    });

    it('can be used again after a password that is refused', async () => {
      const { secret } = await makeLink();
      const short = resetPassword(world.server, world.user, { secret, password: 'short' }, origin);
      expect(await refusal(short)).toMatchObject({ code: 'password-too-short' });
      expect(await reset(secret)).toBe(true);
    });

    it('sets no password of another user', async () => {
      const { secret } = await makeLink();
      const other = await world.administration.users.create({ userId: 'other', memberCode: '1', password });
      expect(await reset(secret, other)).toBe(false);
      expect(await findUser(other.subject)).toMatchObject({
        generation: 1,
        passwordChangedAt: other.passwordChangedAt,
      });
    });

    it.each([
      ['no time', 0],
      ['more than 7 days', 7 * 86_400 + 1],
      ['a time that is no number', Number.NaN],
    ])('is not made for %s', async (_what, lifetimeSeconds) => {
      expect(await refusal(makeLink(lifetimeSeconds))).toMatchObject({ code: 'value-invalid' });
      expect(await auditedEvents(world)).not.toContain('user.reset-link-made');
    });

    it('is not made for a user who is disabled or unknown', async () => {
      await world.administration.users.disable(world.user.userId);
      expect(await refusal(makeLink())).toMatchObject({ code: 'value-invalid' });
      const unknown = world.administration.users.makeResetLink('nobody', { lifetimeSeconds: 60 });
      expect(await refusal(unknown)).toMatchObject({ code: 'unknown-user' });
    });
  });

  it('refuses a leaked password from operators too', async () => {
    const leakedPasswords = { contains: async () => true };
    const { users } = openAuthAdministration(database, { secretKey, leakedPasswords });
    expect(await refusal(users.setPassword(world.user.userId, newPassword))).toEqual({
      code: 'password-leaked',
      message: expect.stringContaining('four unrelated words'),
    });
  });

  describe('signed-in browsers', () => {
    it('are listed with what they say and when they were used, the last used first', async () => {
      const startedAt = world.clock.now();
      const first = await start({ browserName: 'Firefox', systemName: 'Windows' });
      world.clock.advanceSeconds(3_600);
      await start();
      world.clock.advanceSeconds(60);
      await findSignedIn(world.server, first);
      const { user, clock } = world;
      const sessions = await listOwnSessions(world.server, user, first);
      expect(sessions).toMatchObject([
        { browserName: 'Firefox', systemName: 'Windows', startedAt, lastUsedAt: clock.now(), isCurrent: true },
        { browserName: undefined, lastUsedAt: clock.now() - 60_000, isCurrent: false },
      ]);
      const other = await world.administration.users.create({ userId: 'reader', memberCode: '1', password });
      expect(await listOwnSessions(world.server, other, first)).toEqual([]);
      clock.advanceSeconds(600_000);
      expect(await listOwnSessions(world.server, user, first)).toEqual([]);
    });

    it('end one by one, or all others at once, but never those of somebody else', async () => {
      const [current, one, two] = [await start(), await start(), await start()];
      const other = await world.administration.users.create({ userId: 'attacker', memberCode: '1', password });
      const sessionId = (await listOwnSessions(world.server, world.user, one)).find(
        ({ isCurrent }) => isCurrent,
      )?.sessionId;
      const end = (user: typeof other, id = sessionId ?? '') => endOwnSession(world.server, user, id, origin);
      expect([await end(other), await end(world.user, 'x'), await end(world.user, one ?? '')]).toEqual([
        false,
        false,
        false,
      ]);
      expect(await findSignedIn(world.server, one)).toBeDefined();
      expect([await end(world.user), await end(world.user)]).toEqual([true, false]);
      expect([await findSignedIn(world.server, one), (await findSignedIn(world.server, two)) === undefined]).toEqual([
        undefined,
        false,
      ]);
      expect(await endOtherSessions(world.server, other, current, origin)).toBe(0);
      expect(await endOtherSessions(world.server, world.user, current, origin)).toBe(1);
      expect([
        await findSignedIn(world.server, two),
        (await findSignedIn(world.server, current)) === undefined,
      ]).toEqual([undefined, false]);
      const ended = await world.server.audit.list({
        event: 'user.sessions-ended',
        userId: world.user.userId,
        limit: 10,
      });
      expect(ended.map(({ userId, detail }) => [userId, detail])).toEqual([
        [world.user.userId, { sessions: 1 }],
        [world.user.userId, { sessions: 1 }],
      ]);
    });
  });

  it('shows the applications that may act for the user, and ends them, but never those of somebody else', async () => {
    const { accessToken } = await tokens();
    const [grant] = await listGrantsOf(world.server, world.user);
    expect(grant).toMatchObject({ clientName: 'Shop', startedAt: world.clock.now(), isCurrent: false });
    const other = await world.administration.users.create({ userId: 'stranger', memberCode: '1', password });
    const end = (user: typeof other) => endGrantOf(world.server, user, grant?.grantId ?? '', origin);
    expect([await listGrantsOf(world.server, other), await end(other)]).toEqual([[], undefined]);
    expect(await isActive(accessToken)).toBe(true);
    expect([await end(world.user), await end(world.user)]).toEqual([
      expect.objectContaining({ clientId: world.client.clientId }),
      undefined,
    ]);
    expect(await isActive(accessToken)).toBe(false);
  });
});
