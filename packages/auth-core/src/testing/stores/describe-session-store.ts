import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Session } from '../../session/session.js';
import { type AuthStores, anEvent, bytesOf, eventsOf, type MakeStores, start } from './auth-stores.js';

const session = {
  subject: 'subject-1',
  authenticatedAt: start,
  userGeneration: 3,
  createdAt: start,
  expiresAt: start + 1,
};

/** Tests for the contract of `SessionStore`. */
export function describeSessionStore(make: MakeStores): void {
  describe('SessionStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    it('stores a session and ends the former session of the browser', async () => {
      await stores.sessions.replace(undefined, { ...session, sessionHash: bytesOf('first') });
      await stores.sessions.replace(bytesOf('first'), { ...session, sessionHash: bytesOf('second') });
      expect(await stores.sessions.find(bytesOf('first'))).toBeUndefined();
      expect(await stores.sessions.find(bytesOf('second'))).toMatchObject(session);
    });

    it('ends a session once', async () => {
      await stores.sessions.replace(undefined, { ...session, sessionHash: bytesOf('first') });
      const end = () => stores.sessions.end(bytesOf('first'), anEvent({ event: 'user.signed-out' }));
      expect([await end(), await end()]).toEqual([true, false]);
      expect(await eventsOf(stores)).toEqual(['user.signed-out']);
    });

    it('lists the living sessions of a user, with the newest first', async () => {
      const add = (name: string, change: Partial<Session> = {}) =>
        stores.sessions.replace(undefined, { ...session, sessionHash: bytesOf(name), ...change });
      await add('first', { browserName: 'Firefox' });
      await add('second', { createdAt: start + 1 });
      await add('former', { userGeneration: 2 });
      await add('other', { subject: 'subject-2' });
      await stores.sessions.noteUse(bytesOf('first'), start + 5);
      const list = (now: number, limit = 9) =>
        stores.sessions.list({ subject: 'subject-1', userGeneration: 3, now, limit });
      expect(await list(start)).toMatchObject([
        { createdAt: start + 1 },
        { browserName: 'Firefox', lastUsedAt: start + 5 },
      ]);
      expect([(await list(start, 1)).length, await list(start + 1)]).toEqual([1, []]);
    });

    it('ends only sessions of the given user, and can spare one of them', async () => {
      const add = (name: string, subject = 'subject-1') =>
        stores.sessions.replace(undefined, { ...session, subject, sessionHash: bytesOf(name) });
      for (const name of ['kept', 'one', 'two']) await add(name);
      await add('other', 'subject-2');
      expect(await stores.sessions.end(bytesOf('one'), anEvent(), 'subject-2')).toBe(false);
      expect(await stores.sessions.end(bytesOf('one'), anEvent(), 'subject-1')).toBe(true);
      const end = (kept?: string) =>
        stores.sessions.endOthers('subject-1', kept === undefined ? undefined : bytesOf(kept), anEvent());
      expect([await end('kept'), await end('kept'), await end(), await end()]).toEqual([1, 0, 1, 0]);
      expect(await stores.sessions.find(bytesOf('other'))).toBeDefined();
      expect(await eventsOf(stores)).toHaveLength(3);
    });
  });
}
