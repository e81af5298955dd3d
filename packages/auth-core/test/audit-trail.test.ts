import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { grantAuthorization, issueByCredentials, revoke } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, callback, issueOrReissue, makeWorld, password, refusal, type World } from './auth-world.js';

describeDatabases('the audit trail', [authSchema], (open) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(await open());
  });

  const fields = () => ({ ...world.clientFields, user_id: world.user.userId, user_password: password });
  const signIn = (change: object = {}) => issueByCredentials(world.server, aRequest({ ...fields(), ...change }));
  const reissue = (refreshToken: string) => {
    const body = { ...world.clientFields, grant_type: 'refresh_token', refresh_token: refreshToken };
    return issueOrReissue(world.server, aRequest(body, { query: { realm: '/api' } }));
  };
  const exchange = (code: string) => {
    const body = { ...world.clientFields, grant_type: 'authorization_code', code, redirect_uri: callback };
    return issueOrReissue(world.server, aRequest(body, { query: { realm: '/api' } }));
  };
  const authorize = async () => {
    const { server, client, user, clock } = world;
    const request = {
      client,
      redirectUri: callback,
      state: undefined,
      scope: server.settings.scope,
      rights: client.rights,
      codeChallenge: undefined,
      nonce: undefined,
      forceSignIn: false,
    };
    const authorized = { user, authenticatedAt: clock.now() };
    const location = await grantAuthorization(server, request, authorized, { address: '192.0.2.1' });
    return new URL(location).searchParams.get('code') ?? '';
  };
  const revokeToken = (token: string) => revoke(world.server, aRequest({ ...world.clientFields, token }));

  /** Returns the events that were recorded since the test data were created, with the oldest event first. */
  async function trail() {
    const records = (await world.server.audit.list({ limit: 1_000 })).toReversed();
    return records.slice(records.findIndex(({ event }) => event === 'user.created') + 1);
  }
  const events = async () => (await trail()).map(({ event, outcome }) => `${event} ${outcome}`);

  it('says who got a token, when, from where and for which grant', async () => {
    await signIn();
    const [grant] = await world.administration.grants.list({ userId: world.user.userId });
    expect(await trail()).toEqual([
      expect.objectContaining({
        at: world.clock.now(),
        event: 'token.issued',
        outcome: 'success',
        clientId: world.client.clientId,
        userId: world.user.userId,
        grantId: grant?.grantId,
        address: '192.0.2.1',
        requestId: 'test',
        detail: { flow: 'credentials' },
      }),
    ]);
  });

  it('tells a reissue from its repetition, and an expired token from a stolen one', async () => {
    const { refreshToken } = await signIn();
    const answer = await reissue(refreshToken);
    await reissue(refreshToken);
    world.clock.advanceSeconds(31 * 86_400);
    expect(await refusal(reissue(answer.refreshToken))).toMatchObject({ code: 'invalid_grant' });
    expect(await events()).toEqual([
      'token.issued success',
      'token.reissued success',
      'token.reissue-repeated success',
    ]);
  });

  it('tells a code that came too late from one that came twice', async () => {
    const late = await authorize();
    world.clock.advanceSeconds(120);
    expect(await refusal(exchange(late))).toMatchObject({ code: 'invalid_grant' });
    expect(await events()).toEqual(['authorization.granted success']);
    const code = await authorize();
    await exchange(code);
    await refusal(exchange(code));
    expect((await events()).slice(1)).toEqual([
      'authorization.granted success',
      'token.issued success',
      'code.replayed refused',
    ]);
  });

  it('says that a replaced token came back', async () => {
    const { refreshToken } = await signIn();
    await reissue(refreshToken);
    world.clock.advanceSeconds(600);
    await refusal(reissue(refreshToken));
    expect(await events()).toEqual([
      'token.issued success',
      'token.reissued success',
      'refresh-token.replayed refused',
    ]);
  });

  it('says which tokens a client gave up', async () => {
    const { accessToken, refreshToken } = await signIn();
    await revokeToken(accessToken);
    await revokeToken(refreshToken);
    await revokeToken('unknown');
    expect(await events()).toEqual(['token.issued success', 'token.revoked success', 'grant.ended success']);
  });

  it('says whom it refused, and why', async () => {
    await refusal(signIn({ client_secret: 'wrong' }));
    await refusal(signIn({ user_password: 'wrong' }));
    await refusal(signIn({ user_id: 'nobody' }));
    expect(await events()).toEqual(['client.refused refused', 'user.refused refused', 'user.refused refused']);
  });

  describe('of what an operator does', () => {
    it.each<[string, string[], (world: World) => Promise<unknown>]>([
      [
        'to a user',
        ['user.disabled', 'user.enabled', 'user.password-set', 'user.unlocked', 'user.deleted'],
        async ({ administration: { users }, user: { userId } }) => {
          await users.disable(userId);
          await users.enable(userId);
          await users.setPassword(userId, 'another password');
          await users.unlock(userId);
          await users.delete(userId);
        },
      ],
      [
        'to a client',
        ['client.secret-rotated', 'client.disabled', 'client.enabled', 'client.deleted'],
        async ({ administration: { clients }, client: { clientId } }) => {
          await clients.rotateSecret(clientId);
          await clients.disable(clientId);
          await clients.enable(clientId);
          await clients.delete(clientId);
        },
      ],
      ['to keys', ['key.rotated'], ({ administration }) => administration.keys.rotate()],
    ])('holds every step %s', async (_, expected, act) => {
      world.clock.advanceSeconds(60);
      await act(world);
      expect(await events()).toEqual(expected.map((event) => `${event} success`));
      expect(new Set((await trail()).map(({ address }) => address))).toEqual(new Set(['local']));
    });

    it('holds nothing of what could not be done', async () => {
      const { users, clients, grants } = world.administration;
      await refusal(users.disable('nobody'));
      await refusal(users.delete('nobody'));
      await refusal(clients.disable('nobody'));
      await refusal(clients.delete('nobody'));
      await refusal(clients.rotateSecret('nobody'));
      await refusal(grants.end('nothing'));
      expect(await events()).toEqual([]);
    });
  });
});
