import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { issueByCredentials } from '../src/index.js';
import { authSchema, openAuthAdministration } from '../src/typeorm/index.js';
import { aRequest, makeWorld, password, refusal, type World } from './auth-world.js';

describeDatabases('administration, exactly', [authSchema], (open) => {
  let world: World;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database);
  });

  function signIn(change: object = {}) {
    const fields = { ...world.clientFields, user_id: world.user.userId, user_password: password, ...change };
    return issueByCredentials(world.server, aRequest(fields));
  }

  const codeOfOld = async () => (await refusal(signIn())).code;

  describe('a new client secret', () => {
    it('ends the old one at once where no overlap is wanted', async () => {
      await world.administration.clients.rotateSecret(world.client.clientId, { overlapSeconds: 0 });
      expect(await codeOfOld()).toBe('invalid_client');
    });

    it('leaves the old one for seven days unless said otherwise', async () => {
      const week = 7 * 86_400;
      const rotated = await world.administration.clients.rotateSecret(world.client.clientId);
      expect(rotated.previousSecretEndsAt).toBe(world.clock.now() + week * 1000);
      world.clock.advanceSeconds(week - 1);
      expect(await codeOfOld()).toBeUndefined();
      world.clock.advanceSeconds(1);
      expect(await codeOfOld()).toBe('invalid_client');
    });

    it.each([
      [-1, 'value-invalid'],
      [0.5, 'value-invalid'],
      [90 * 86_400 + 1, 'value-invalid'],
      [90 * 86_400, undefined],
    ])('with an overlap of %d seconds: %s', async (overlapSeconds, code) => {
      const rotated = world.administration.clients.rotateSecret(world.client.clientId, { overlapSeconds });
      expect((await refusal(rotated)).code).toBe(code);
    });
  });

  it('takes the secret that a demonstration client is given', async () => {
    const clientSecret = 's'.repeat(32);
    const { client } = await world.administration.clients.create({ name: 'n'.repeat(100), clientSecret });
    const fields = { client_id: client.clientId, client_secret: clientSecret };
    expect((await signIn(fields)).tokenType).toBe('Bearer');
    const short = world.administration.clients.create({ name: 'n', clientSecret: 's'.repeat(31) });
    expect((await refusal(short)).code).toBe('value-invalid');
  });

  it.each([
    ['a member code of 8 characters', { memberCode: '12345678' }, undefined],
    ['a login ID of 128 characters', { userId: 'u'.repeat(128) }, undefined],
    ['a login ID of 129 characters', { userId: 'u'.repeat(129) }, 'value-invalid'],
    ['an address of 254 characters', { email: 'e'.repeat(254) }, undefined],
    ['an address of 255 characters', { email: 'e'.repeat(255) }, 'value-invalid'],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, 'value-invalid'],
    ['a name of control characters', { name: 'a\tb' }, 'value-invalid'],
    ['a password of 8 characters', { password: '12345678' }, undefined],
    ['a password of 1,024 characters', { password: 'p'.repeat(1_024) }, undefined],
    ['a login ID with a blank before it', { userId: ' somebody-1' }, 'value-invalid'],
    ['a login ID with a wide blank behind it', { userId: 'somebody-2\u3000' }, 'value-invalid'],
    ['a login ID with what nobody sees', { userId: 'some\u200bbody' }, 'value-invalid'],
    ['a login ID of blanks', { userId: '\u3000' }, 'value-invalid'],
    ['a login ID with a blank in it', { userId: 'some body' }, undefined],
    ['a login ID that is taken', { userId: '' }, 'user-exists'],
    ['a password with a control character', { password: 'pass\tword' }, 'value-invalid'],
    ['a password with an invisible character', { password: 'pass\u200bword' }, 'value-invalid'],
    ['a password that composes to 7 characters', { password: 'passwo\u0301r'.slice(0, 8) }, 'password-too-short'],
  ])('a user with %s', async (_, change: object, code) => {
    const values = { userId: `somebody of ${world.user.userId}`, memberCode: '1', password, ...change };
    const userId = values.userId === '' ? world.user.userId : values.userId;
    expect((await refusal(world.administration.users.create({ ...values, userId }))).code).toBe(code);
  });

  it('lists users page by page, in the order of their IDs', async () => {
    world = await makeWorld(await open());
    const { users } = world.administration;
    for (const userId of ['b', 'c', 'a']) await users.create({ userId, memberCode: '1', password });
    const idsOf = async (page: object) => (await users.list(page)).map(({ userId }) => userId);
    expect(await idsOf({})).toEqual(['a', 'b', 'c', world.user.userId]);
    expect(await idsOf({ limit: 2 })).toEqual(['a', 'b']);
    expect(await idsOf({ after: 'b', limit: 1 })).toEqual(['c']);
  });

  it('lets a user in again whose password was set, whatever was tried before', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await refusal(signIn({ user_password: 'wrong' }));
    expect((await refusal(signIn())).code).toBe('throttled');
    await world.administration.users.setPassword(world.user.userId, 'another password');
    expect((await signIn({ user_password: 'another password' })).tokenType).toBe('Bearer');
  });

  it('changes one user and one client, and leaves the others alone', async () => {
    world = await makeWorld(await open());
    const { users, clients } = world.administration;
    const other = await users.create({ userId: 'other', memberCode: '1', password });
    const { client: otherClient } = await clients.create({ name: 'Other' });
    await users.disable(world.user.userId);
    await clients.disable(world.client.clientId);
    expect(await users.get('other')).toEqual(other);
    expect(await clients.get(otherClient.clientId)).toEqual(otherClient);
    await users.disable('other');
    await users.enable(world.user.userId);
    expect(await users.get(world.user.userId)).toMatchObject({ disabledAt: undefined });
    expect(await users.get('other')).toMatchObject({ disabledAt: world.clock.now() });
    await users.delete('other');
    await clients.delete(otherClient.clientId);
    expect(await users.get(world.user.userId)).toMatchObject({ userId: world.user.userId });
    expect((await clients.list()).map(({ clientId }) => clientId)).toEqual([world.client.clientId]);
  });

  it('finds what was audited by event, user, client and time', async () => {
    world = await makeWorld(await open());
    const { audit, users } = world.administration;
    await signIn();
    world.clock.advanceSeconds(10);
    await users.disable(world.user.userId);
    const eventsOf = async (query: object) => (await audit.list(query)).map(({ event }) => event);
    const { userId } = world.user;
    const { clientId } = world.client;
    expect(await eventsOf({ userId })).toEqual(['user.disabled', 'token.issued', 'user.created']);
    expect(await eventsOf({ clientId })).toEqual(['token.issued', 'client.created']);
    expect(await eventsOf({ event: 'token.issued', userId, clientId })).toEqual(['token.issued']);
    expect(await eventsOf({ from: world.clock.now() })).toEqual(['user.disabled']);
    expect(await eventsOf({ from: world.clock.now() + 1 })).toEqual([]);
  });

  it('makes the first keys where there are none', async () => {
    const fresh = await open();
    const administration = openAuthAdministration(fresh, {
      secretKey: 'a secret key that only tests use, of enough length',
      clock: world.clock,
    });
    const states = (await administration.keys.rotate({ force: true })).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['active', 'next', 'retired']);
  });
});
