import { beforeEach, describe, expect, it } from '@jest/globals';
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

    it('keeps a session, in the place of the former one', async () => {
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
  });
}
