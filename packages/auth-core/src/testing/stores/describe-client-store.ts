import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Right, rights } from '@trading-platform/domain-types';
import { revocationDigest } from '../../revocation/revocation.js';
import {
  type AuthStores,
  aClient,
  aGrant,
  anEvent,
  bytesOf,
  eventsOf,
  feedOf,
  type MakeStores,
  start,
  withClientAndUser,
} from './auth-stores.js';

/** Tests for the contract of `ClientStore`. */
export function describeClientStore(make: MakeStores): void {
  describe('ClientStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    /** The rights of the client and of all its grants. */
    const stateOf = async () => ({
      client: (await stores.clients.find('shop'))?.rights,
      grants: (await stores.grants.list({ includeEnded: true, limit: 9, now: start })).map((grant) => grant.rights),
    });

    it('stores a client without changing it', async () => {
      const client = aClient({ previousSecretHash: bytesOf('former'), previousSecretEndsAt: start + 1 });
      expect(await stores.clients.add(client, anEvent())).toBe(true);
      const found = await stores.clients.find('shop');
      expect(found).toMatchObject({
        ...client,
        generation: found?.generation,
        secretHash: expect.anything(),
        previousSecretHash: expect.anything(),
      });
      expect(Buffer.from(found?.secretHash ?? [])).toEqual(Buffer.from('secret'));
      expect(await stores.clients.find('other')).toBeUndefined();
    });

    it('lists clients in the order of their ids', async () => {
      for (const clientId of ['b', 'B', 'a']) await stores.clients.add(aClient({ clientId }), anEvent());
      expect((await stores.clients.list()).map(({ clientId }) => clientId)).toEqual(['B', 'a', 'b']);
    });

    it('adds only one of two clients with the same id, and records one event', async () => {
      const both = [1, 2].map(() => stores.clients.add(aClient(), anEvent()));
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
      expect(await eventsOf(stores)).toEqual(['client.created']);
    });

    it('begins with a greater generation than all former clients with the same id', async () => {
      await stores.clients.add(aClient(), anEvent());
      await stores.clients.setDisabled('shop', true, anEvent({ event: 'client.disabled' }));
      const { generation = 0 } = (await stores.clients.find('shop')) ?? {};
      await stores.clients.remove('shop', anEvent({ event: 'client.deleted' }));
      await stores.clients.add(aClient(), anEvent());
      expect((await stores.clients.find('shop'))?.generation).toBeGreaterThan(generation);
    });

    it('keeps the previous secret beside a new one', async () => {
      await stores.clients.add(aClient(), anEvent());
      const change = {
        clientId: 'shop',
        secret: { hash: bytesOf('new'), keyId: 'key 2' },
        previousSecretEndsAt: start + 5,
      };
      expect(await stores.clients.replaceSecret(change, anEvent({ at: start + 1 }))).toBe(true);
      const { secretHash, previousSecretHash, ...rest } = (await stores.clients.find('shop'))!;
      expect([secretHash, previousSecretHash].map((hash) => Buffer.from(hash ?? []).toString())).toEqual([
        'new',
        'secret',
      ]);
      expect(rest).toMatchObject({ secretCreatedAt: start + 1, previousSecretEndsAt: start + 5, updatedAt: start + 1 });
      expect(rest).toMatchObject({ secretKeyId: 'key 2', previousSecretKeyId: 'key' });
    });

    it('stores a new hash for one of the two secrets, unless the secret was replaced in the meantime', async () => {
      const first = { previousSecretHash: bytesOf('older'), previousSecretEndsAt: start + 5 };
      await stores.clients.add(aClient({ ...first, secretKeyId: undefined }), anEvent());
      const rehash = (from: string, to: string, keyId: string) =>
        stores.clients.rehashSecret({ clientId: 'shop', from: bytesOf(from), to: { hash: bytesOf(to), keyId } });
      await rehash('older', 'older anew', 'key 2');
      await rehash('gone', 'never', 'key 3');
      await rehash('secret', 'anew', 'key 4');
      const { secretHash, previousSecretHash, ...rest } = (await stores.clients.find('shop'))!;
      expect([secretHash, previousSecretHash].map((hash) => Buffer.from(hash ?? []).toString())).toEqual([
        'anew',
        'older anew',
      ]);
      expect(rest).toMatchObject({ secretKeyId: 'key 4', previousSecretKeyId: 'key 2', updatedAt: start });
      expect(await eventsOf(stores)).toEqual(['client.created']);
    });

    it('revokes all tokens of a client that it disables, and none of a client that it enables', async () => {
      await stores.clients.add(aClient(), anEvent());
      const { generation: upToGeneration = 0 } = (await stores.clients.find('shop')) ?? {};
      await stores.clients.setDisabled('shop', true, anEvent({ at: start + 1, event: 'client.disabled' }));
      expect(await stores.clients.find('shop')).toMatchObject({
        disabledAt: start + 1,
        generation: upToGeneration + 1,
      });
      await stores.clients.setDisabled('shop', false, anEvent({ at: start + 2, event: 'client.enabled' }));
      expect((await stores.clients.find('shop'))?.disabledAt).toBeUndefined();
      expect(await feedOf(stores)).toEqual([{ digest: revocationDigest('client', 'shop'), upToGeneration }]);
    });

    it('changes the named marks of a client, and leaves its other marks unchanged', async () => {
      await stores.clients.add(aClient(), anEvent());
      const event = anEvent({ event: 'client.marked' });
      expect(await stores.clients.mark('shop', { memberWide: false }, event)).toBe(true);
      expect(await stores.clients.find('shop')).toMatchObject({ memberWide: false, account: true });
      expect(await stores.clients.mark('other', { account: false }, event)).toBe(false);
      expect(await eventsOf(stores)).toEqual(['client.created', 'client.marked']);
    });

    describe('rights', () => {
      const event = anEvent({ at: start + 1, event: 'client.rights-changed' });
      const has = (next: readonly Right[], alsoGrants = false) =>
        stores.clients.changeRights('shop', () => ({ rights: next, alsoGrants, event }));
      let upToGeneration: number;
      beforeEach(async () => {
        const generations = await withClientAndUser(stores);
        upToGeneration = generations.clientGeneration;
        const grants = { 'grant-1': rights, 'grant-2': ['list'], 'grant-3': ['order', 'list'] } as const;
        for (const [grantId, of] of Object.entries(grants)) {
          await stores.grants.add(aGrant({ grantId, rights: of }), generations, anEvent());
        }
        await stores.grants.end('grant-3', 'revoked', anEvent());
      });

      it('are withdrawn from living grants too, and the tokens of the previous generation end', async () => {
        expect(await has(['master', 'list'])).toBe(true);
        expect(await stateOf()).toEqual({
          client: ['master', 'list'],
          grants: [['master', 'list'], ['list'], ['order', 'list']],
        });
        expect(await stores.clients.find('shop')).toMatchObject({
          generation: upToGeneration + 1,
          updatedAt: start + 1,
        });
        expect(await feedOf(stores)).toContainEqual({ digest: revocationDigest('client', 'shop'), upToGeneration });
        expect((await eventsOf(stores)).at(-1)).toBe('client.rights-changed');
      });

      it('are not given back to grants when the client gets them again', async () => {
        await has(['list']);
        await has(rights);
        expect((await stateOf()).grants).toEqual([['list'], ['list'], ['order', 'list']]);
      });

      it('are given to living grants if the operator says so; if none is withdrawn, tokens stay valid', async () => {
        const feed = await feedOf(stores);
        await has(rights, true);
        expect((await stateOf()).grants).toEqual([rights, rights, ['order', 'list']]);
        expect(await feedOf(stores)).toEqual(feed);
        expect((await stores.clients.find('shop'))?.generation).toBe(upToGeneration);
      });

      it('are decided from the rights that the client has at that moment', async () => {
        const take = (right: Right) =>
          stores.clients.changeRights('shop', (client) => ({
            rights: client.rights.filter((other) => other !== right),
            alsoGrants: false,
            event,
          }));
        await Promise.all(rights.map(take));
        expect((await stateOf()).client).toEqual([]);
        expect((await stores.clients.find('shop'))?.generation).toBe(upToGeneration + rights.length);
      });

      it('change nothing if the client does not exist', async () => {
        const { clients } = stores;
        expect(await clients.changeRights('other', () => ({ rights: [], alsoGrants: true, event }))).toBe(false);
        expect(await eventsOf(stores)).not.toContain('client.rights-changed');
      });
    });

    it.each([true, false])(
      'binds a client to a member and ends its previous tokens (keep flows: %p)',
      async (keepFlows) => {
        await stores.clients.add(aClient(), anEvent());
        const { generation: upToGeneration = 0 } = (await stores.clients.find('shop')) ?? {};
        const event = anEvent({ at: start + 1, event: 'client.bound' });
        const binding = { memberCode: '10000001', keepFlows };
        expect(await stores.clients.bind('shop', binding, event)).toBe(true);
        expect(await stores.clients.find('shop')).toMatchObject({
          memberCode: '10000001',
          codeFlow: keepFlows,
          credentialsFlow: false,
          generation: upToGeneration + 1,
          updatedAt: start + 1,
        });
        expect(await feedOf(stores)).toEqual([{ digest: revocationDigest('client', 'shop'), upToGeneration }]);
        expect(await stores.clients.bind('other', binding, event)).toBe(false);
      },
    );

    it('ends the grants of a client that it removes', async () => {
      await stores.grants.add(aGrant(), await withClientAndUser(stores), anEvent({ event: 'token.issued' }));
      expect(await stores.clients.remove('shop', anEvent({ at: start + 1, event: 'client.deleted' }))).toBe(true);
      expect(await stores.clients.find('shop')).toBeUndefined();
      expect(await stores.grants.find('grant-1')).toMatchObject({ endedAt: start + 1, endReason: 'client-deleted' });
    });

    it('changes and records nothing if the client does not exist', async () => {
      const { clients } = stores;
      const change = { clientId: 'shop', secret: { hash: bytesOf('new'), keyId: 'key' }, previousSecretEndsAt: start };
      expect([
        await clients.replaceSecret(change, anEvent()),
        await clients.setDisabled('shop', true, anEvent()),
        await clients.setDisabled('shop', false, anEvent()),
        await clients.remove('shop', anEvent()),
      ]).toEqual([false, false, false, false]);
      expect([await eventsOf(stores), await feedOf(stores)]).toEqual([[], []]);
    });
  });
}
