import { beforeEach, describe, expect, it } from '@jest/globals';
import { revocationDigest } from '../../revocation/revocation.js';
import {
  type AuthStores,
  aGrant,
  anEvent,
  aUser,
  bytesOf,
  eventsOf,
  feedOf,
  type MakeStores,
  start,
  withClientAndUser,
} from './auth-stores.js';

/** Tests for the contract of `UserStore`. */
export function describeUserStore(make: MakeStores): void {
  describe('UserStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    const idsAfter = async (after?: string) =>
      (await stores.users.list({ after, limit: 2 })).map(({ userId }) => userId);

    it('stores a user without changes, and finds the user by login ID and subject', async () => {
      expect(await stores.users.add(aUser(), anEvent({ event: 'user.created' }))).toBe(true);
      expect(await stores.users.find('hanako')).toMatchObject(aUser());
      expect(await stores.users.findBySubject('subject-1')).toMatchObject(aUser());
      expect(await stores.users.find('Hanako')).toBeUndefined();
      expect(await stores.users.findBySubject('hanako')).toBeUndefined();
    });

    it('adds only one of two users with the same login ID, and records one event', async () => {
      const both = ['subject-1', 'subject-2'].map((subject) =>
        stores.users.add(aUser({ subject }), anEvent({ event: 'user.created' })),
      );
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
      expect(await eventsOf(stores)).toEqual(['user.created']);
    });

    it('lists users in the order of their login IDs, page by page', async () => {
      for (const userId of ['c', 'B', 'a']) await stores.users.add(aUser({ userId, subject: userId }), anEvent());
      expect([await idsAfter(), await idsAfter('a')]).toEqual([['B', 'a'], ['c']]);
    });

    it.each([
      ['password-set', ({ users }: AuthStores) => users.setPassword('hanako', 'new', anEvent({ at: start + 1 }))],
      ['user-disabled', ({ users }: AuthStores) => users.setDisabled('hanako', true, anEvent({ at: start + 1 }))],
      ['user-deleted', ({ users }: AuthStores) => users.remove('hanako', anEvent({ at: start + 1 }))],
    ] as const)('ends all sessions, grants and tokens of a user: %s', async (endReason, change) => {
      await stores.grants.add(aGrant(), await withClientAndUser(stores), anEvent({ event: 'token.issued' }));
      const session = {
        subject: 'subject-1',
        authenticatedAt: start,
        userGeneration: 1,
        createdAt: start,
        expiresAt: start + 9,
      };
      await stores.sessions.replace(undefined, { ...session, sessionHash: bytesOf('session') });
      expect(await change(stores)).toBe(true);
      expect(await stores.grants.find('grant-1')).toMatchObject({ endedAt: start + 1, endReason });
      expect(await stores.sessions.find(bytesOf('session'))).toBeUndefined();
      expect(await feedOf(stores)).toEqual([{ digest: revocationDigest('user', 'subject-1'), upToGeneration: 1 }]);
    });

    it('enables a user in the generation that began when the user was disabled', async () => {
      await stores.users.add(aUser(), anEvent());
      await stores.users.setDisabled('hanako', true, anEvent({ at: start + 1 }));
      expect(await stores.users.find('hanako')).toMatchObject({ disabledAt: start + 1, generation: 2 });
      await stores.users.setDisabled('hanako', false, anEvent({ at: start + 2 }));
      expect(await stores.users.find('hanako')).toMatchObject({ generation: 2, updatedAt: start + 2 });
      expect((await stores.users.find('hanako'))?.disabledAt).toBeUndefined();
    });

    it('strengthens a hash only if it has not changed since it was read', async () => {
      await stores.users.add(aUser(), anEvent());
      await stores.users.upgradePasswordHash('subject-1', 'another', 'stronger');
      expect((await stores.users.find('hanako'))?.passwordHash).toBe('hash');
      await stores.users.upgradePasswordHash('subject-1', 'hash', 'stronger');
      expect(await stores.users.find('hanako')).toMatchObject({ passwordHash: 'stronger', generation: 1 });
    });

    it('sets a password under a condition only once, and changes nothing if the condition does not hold', async () => {
      await stores.users.add(aUser(), anEvent());
      const set = (generation: number) => stores.users.setPassword('hanako', 'new', anEvent(), { generation });
      expect([await set(2), await set(1), await set(1)]).toEqual([false, true, false]);
      expect(await stores.users.find('hanako')).toMatchObject({ passwordHash: 'new', generation: 2 });
      await stores.users.setDisabled('hanako', true, anEvent());
      expect(await set(3)).toBe(false);
    });

    it('keeps only the newest reset link of a user, and uses it up when it sets a password', async () => {
      await stores.users.add(aUser(), anEvent());
      const link = { subject: 'subject-1', createdAt: start, expiresAt: start + 10 };
      const put = (name: string) => stores.users.putResetLink({ ...link, linkHash: bytesOf(name) }, anEvent());
      expect([await put('former'), await put('link')]).toEqual([true, true]);
      expect(await stores.users.findResetLink(bytesOf('former'))).toBeUndefined();
      expect(await stores.users.findResetLink(bytesOf('link'))).toMatchObject({ ...link, userGeneration: 1 });
      const set = (name: string, at = start, generation = 1) => {
        const condition = { generation, resetLink: bytesOf(name) };
        return stores.users.setPassword('hanako', name, anEvent({ at }), condition);
      };
      expect([await set('former'), await set('link', start + 10), await set('link', start, 2)]).toEqual([
        false,
        false,
        false,
      ]);
      expect(await stores.users.find('hanako')).toMatchObject({ passwordHash: 'hash', generation: 1 });
      expect([await set('link'), await set('link', start, 2)]).toEqual([true, false]);
      expect(await stores.users.findResetLink(bytesOf('link'))).toBeUndefined();
    });

    it('makes no reset link for a user who is disabled or does not exist', async () => {
      const link = { subject: 'subject-1', linkHash: bytesOf('link'), createdAt: start, expiresAt: start + 10 };
      expect(await stores.users.putResetLink(link, anEvent())).toBe(false);
      await stores.users.add(aUser({ disabledAt: start }), anEvent());
      expect(await stores.users.putResetLink(link, anEvent())).toBe(false);
      expect(await stores.users.findResetLink(bytesOf('link'))).toBeUndefined();
    });

    it('changes and records nothing if the user does not exist', async () => {
      const { users } = stores;
      expect([
        await users.setPassword('hanako', 'new', anEvent()),
        await users.setDisabled('hanako', true, anEvent()),
        await users.setDisabled('hanako', false, anEvent()),
        await users.remove('hanako', anEvent()),
      ]).toEqual([false, false, false, false]);
      expect([await eventsOf(stores), await feedOf(stores)]).toEqual([[], []]);
    });
  });
}
