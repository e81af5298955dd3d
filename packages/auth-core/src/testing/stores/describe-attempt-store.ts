import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptState } from '../../throttle/attempt-store.js';
import { type AuthStores, anEvent, eventsOf, type MakeStores, start } from './auth-stores.js';

function anAttempt(key: string, failedAt: readonly number[] = [start]): AttemptState {
  return { key, failedAt, locks: 1, lockedUntil: start + 1, expiresAt: start + 2 };
}

/** Tests for the contract of `AttemptStore`. */
export function describeAttemptStore(make: MakeStores): void {
  describe('AttemptStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    const write = (...written: AttemptState[]) =>
      stores.attempts.change(
        written.map(({ key }) => key),
        () => ({ written }),
      );
    const keysOf = async (keys: readonly string[]) => (await stores.attempts.find(keys)).map(({ key }) => key);

    it('writes, replaces and clears states, and records the events', async () => {
      await write(anAttempt('a'), anAttempt('b', [start, start + 1]));
      expect(await stores.attempts.find(['b', 'a', 'c'])).toMatchObject([
        anAttempt('a'),
        anAttempt('b', [start, start + 1]),
      ]);
      await stores.attempts.change(['a', 'b'], (states) => {
        expect([...states.keys()]).toEqual(['a', 'b']);
        return { written: [anAttempt('b', [])], cleared: ['a'], events: [anEvent({ event: 'user.refused' })] };
      });
      expect(await stores.attempts.find(['a', 'b'])).toMatchObject([anAttempt('b', [])]);
      expect(await eventsOf(stores)).toEqual(['user.refused']);
    });

    it('counts exactly, even if many callers count at once', async () => {
      const count = () =>
        stores.attempts.change(['a'], (states) => ({
          written: [anAttempt('a', [...(states.get('a')?.failedAt ?? []), start])],
        }));
      await Promise.all(Array.from({ length: 20 }, count));
      expect((await stores.attempts.find(['a']))[0]?.failedAt).toHaveLength(20);
    });

    it('changes nothing if the decision throws', async () => {
      await write(anAttempt('a'));
      const refused = stores.attempts.change(['a'], () => {
        throw new Error('locked');
      });
      await expect(refused).rejects.toThrow('locked');
      expect(await stores.attempts.find(['a'])).toMatchObject([anAttempt('a')]);
    });

    it('clears a key and all keys that begin with it and a dot', async () => {
      await write(...['a', 'a.b', 'a.b.c', 'a-b', 'ab', 'b'].map((key) => anAttempt(key)));
      await stores.attempts.clearAllUnder('a');
      expect(await keysOf(['a', 'a.b', 'a.b.c', 'a-b', 'ab', 'b'])).toEqual(['a-b', 'ab', 'b']);
    });

    it('stops counting its keys at the given number', async () => {
      await write(...['a', 'b', 'c'].map((key) => anAttempt(key)));
      expect([await stores.attempts.size(2), await stores.attempts.size(9)]).toEqual([2, 3]);
    });

    it('remembers places, and forgets all places of a key', async () => {
      const { attempts } = stores;
      for (const key of ['a.b', 'a.c', 'ab.c']) await attempts.rememberPlace(key, start);
      await attempts.rememberPlace('a.b', start + 1);
      expect(await attempts.knownPlaces(['a.b', 'ab.c', 'x'])).toEqual(
        new Map([
          ['a.b', start + 1],
          ['ab.c', start],
        ]),
      );
      await attempts.forgetPlacesUnder('a');
      expect(await attempts.knownPlaces(['a.b', 'a.c', 'ab.c'])).toEqual(new Map([['ab.c', start]]));
    });
  });
}
