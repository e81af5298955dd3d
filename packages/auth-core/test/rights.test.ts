import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { formerRights, rights } from '@trading-platform/domain-types';
import { decodeJwt } from 'jose';
import { introspect, issueByCredentials, type KeyRing, listOwnGrants } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import {
  aRequest,
  authorize,
  callback,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  type World,
  withParts,
} from './auth-world.js';

const realm = { query: { realm: '/api' } };
const rightsOf = (accessToken: string) => decodeJwt(accessToken)['entitlements'];
const without = (...withdrawn: string[]) => rights.filter((right) => !withdrawn.includes(right));

describeDatabases('rights', [authSchema], (open) => {
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database);
  });

  const signIn = ({ server, clientFields, user }: World = world) =>
    issueByCredentials(server, aRequest({ ...clientFields, user_id: user.userId, user_password: password }));
  const allow = ({ server, client, user, clock } = world) =>
    authorize(server, client, { user, authenticatedAt: clock.now() });
  const exchange = (code: string, { server, clientFields } = world) => {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, ...clientFields };
    return issueOrReissue(server, aRequest(fields, realm));
  };
  const reissue = (refresh_token: string, { server, clientFields } = world) =>
    issueOrReissue(server, aRequest({ grant_type: 'refresh_token', refresh_token, ...clientFields }, realm));
  const setRights = (next: readonly string[], options?: { readonly alsoGrants?: boolean }) =>
    world.administration.clients.setRights(world.client.clientId, next, options);
  const isActive = async (token: string, { server, clientFields } = world) =>
    (await introspect(server, aRequest({ ...clientFields, token }))).active;

  it('are in every token, all of them for a new client', async () => {
    expect(world.client.rights).toEqual(rights);
    const tokens = [await signIn(), await exchange(await allow())];
    for (const { accessToken, refreshToken } of tokens) {
      expect(rightsOf(accessToken)).toEqual(rights);
      expect(rightsOf((await reissue(refreshToken)).accessToken)).toEqual(rights);
    }
  });

  it('are those that the operator has named, in one order', async () => {
    const { clients } = world.administration;
    const { client } = await clients.create({ name: 'Reader', rights: ['list', 'master', 'list'] });
    expect(client.rights).toEqual(['master', 'list']);
    const changed = await clients.setRights(client.clientId, ['batch', 'order']);
    expect(changed.rights).toEqual(['order', 'batch']);
    const edited = await clients.setRights(client.clientId, { give: ['list', 'batch'], withdraw: ['order'] });
    expect(edited.rights).toEqual(['list', 'batch']);
    const unknown = 'rights: there is no right "all"; the rights are ' + rights.join(', ');
    for (const promise of [
      clients.create({ name: 'Wrong', rights: ['all'] }),
      clients.setRights(client.clientId, ['all']),
      clients.setRights(client.clientId, { give: [], withdraw: ['all'] }),
    ]) {
      expect(await refusal(promise)).toEqual({ code: 'value-invalid', message: unknown });
    }
    expect(await refusal(clients.setRights('nobody', []))).toMatchObject({ code: 'unknown-client' });
  });

  it('of clients, grants and codes from before leave out what came later', async () => {
    const code = await allow();
    const tokens = await signIn();
    for (const table of ['auth_client', 'auth_grant', 'auth_code']) {
      await database.execute(`UPDATE ${table} SET rights = $1`, [JSON.stringify(formerRights)]);
    }
    expect(rightsOf((await exchange(code)).accessToken)).toEqual(formerRights);
    const { refreshToken } = await reissue(tokens.refreshToken);
    await setRights(rights);
    expect(rightsOf((await reissue(refreshToken)).accessToken)).toEqual(formerRights);
    expect(rightsOf((await exchange(await allow())).accessToken)).toEqual(rights);
  });

  describe('withdrawn', () => {
    it('end the tokens that have them, and the refresh token goes on', async () => {
      const { accessToken, refreshToken } = await signIn();
      await setRights(without('order'));
      expect(await isActive(accessToken)).toBe(false);
      const next = await reissue(refreshToken);
      expect(rightsOf(next.accessToken)).toEqual(without('order'));
      expect(await isActive(next.accessToken)).toBe(true);
    });

    it('do not come back with a code or grant from before when the client gets them again', async () => {
      const tokens = await signIn();
      await setRights(without('order'));
      await setRights(rights);
      expect(rightsOf((await reissue(tokens.refreshToken)).accessToken)).toEqual(without('order'));
    });

    it('are not in a token for a code whose page has shown them', async () => {
      const code = await allow();
      await setRights(without('order', 'update'));
      expect(rightsOf((await exchange(code)).accessToken)).toEqual(without('order', 'update'));
    });

    it('are not in a repeated answer, which has a token of the new generation', async () => {
      const { refreshToken } = await signIn();
      const first = await reissue(refreshToken);
      await setRights(without('order'));
      const again = await reissue(refreshToken);
      expect(again.refreshToken).toBe(first.refreshToken);
      expect(again.accessToken).not.toBe(first.accessToken);
      expect([rightsOf(again.accessToken), await isActive(again.accessToken)]).toEqual([without('order'), true]);
      expect((await reissue(refreshToken)).refreshToken).toBe(first.refreshToken);
    });

    it.each(['reissues', 'exchanges a code'])('while the client %s are not in its answer', async (what) => {
      const code = await allow();
      const { refreshToken } = await signIn();
      let isFirst = true;
      const keys = {
        signatureKey: async () => {
          if (isFirst) await setRights(without('order'));
          isFirst = false;
          return world.server.keys.signatureKey();
        },
      };
      const server = withParts(world.server, { keys: keys as KeyRing });
      const there = { ...world, server };
      const next = await (what === 'reissues' ? reissue(refreshToken, there) : exchange(code, there));
      expect([rightsOf(next.accessToken), await isActive(next.accessToken)]).toEqual([without('order'), true]);
    });
  });

  describe('added', () => {
    it('leave valid tokens as they are, and act for grants that begin later', async () => {
      await setRights(without('update'));
      const { accessToken, refreshToken } = await signIn();
      await setRights(rights);
      expect(await isActive(accessToken)).toBe(true);
      expect(rightsOf((await reissue(refreshToken)).accessToken)).toEqual(without('update'));
      expect(rightsOf((await signIn()).accessToken)).toEqual(rights);
    });

    it('reach grants from the next token on where the operator says so', async () => {
      await setRights(without('update'));
      const { refreshToken } = await signIn();
      await setRights(rights, { alsoGrants: true });
      expect(rightsOf((await reissue(refreshToken)).accessToken)).toEqual(rights);
    });
  });

  it('are recorded with what was added and what was withdrawn', async () => {
    await setRights(['list', 'order']);
    await setRights(['list', 'batch'], { alsoGrants: true });
    const query = { event: 'client.rights-changed', clientId: world.client.clientId } as const;
    const events = (await world.administration.audit.list(query)).toReversed();
    expect(events.map(({ detail }) => detail)).toEqual([
      { withdrawn: without('list', 'order').join(' ') },
      { added: 'batch', withdrawn: 'order', also_grants: true },
    ]);
    await allow();
    const [granted] = await world.administration.audit.list({ event: 'authorization.granted' });
    expect(granted?.detail).toEqual({ rights: 'list batch' });
  });

  it('of a grant are shown to its user and to operators', async () => {
    const { clients, grants } = world.administration;
    await clients.mark(world.client.clientId, { account: true });
    const { refreshToken } = await signIn();
    await setRights(without('order'));
    const { accessToken } = await reissue(refreshToken);
    expect(await listOwnGrants(world.server, accessToken)).toMatchObject([{ rights: without('order') }]);
    expect(await grants.list({ clientId: world.client.clientId })).toMatchObject([{ rights: without('order') }]);
  });
});
