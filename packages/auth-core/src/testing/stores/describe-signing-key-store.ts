import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SigningKeyState, StoredSigningKey } from '../../key/signing-key.js';
import { type AuthStores, anEvent, bytesOf, eventsOf, type MakeStores, start } from './auth-stores.js';

function aKey(keyId: string, state: SigningKeyState): StoredSigningKey {
  const activatedAt = state === 'active' ? start : undefined;
  const times = { createdAt: start, publishedAt: start, activatedAt, retiredAt: undefined };
  return { keyId, state, publicJwk: '{}', sealedPrivateKey: bytesOf(keyId), ...times };
}

/** Tests for the contract of `SigningKeyStore`. */
export function describeSigningKeyStore(make: MakeStores): void {
  describe('SigningKeyStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    const addFirst = () =>
      stores.signingKeys.addFirst([aKey('1', 'active'), aKey('2', 'next')], anEvent({ event: 'key.created' }));
    const rotate = (expectedNext: string, next: string) =>
      stores.signingKeys.rotate(
        { expectedNext, next: aKey(next, 'next'), at: start + 1 },
        anEvent({ event: 'key.rotated' }),
      );
    const withdraw = (keyId: string, spare: string) =>
      stores.signingKeys.withdraw(
        { keyId, spare: aKey(spare, 'next'), at: start + 2 },
        anEvent({ event: 'key.withdrawn' }),
      );
    const states = async () =>
      Object.fromEntries((await stores.signingKeys.list()).map(({ keyId, state }) => [keyId, state]));

    it('adds the first keys once', async () => {
      const others = [aKey('3', 'active'), aKey('4', 'next')];
      expect([await addFirst(), await stores.signingKeys.addFirst(others, anEvent())]).toEqual([true, false]);
      expect(await states()).toEqual({ 1: 'active', 2: 'next' });
      expect(await eventsOf(stores)).toEqual(['key.created']);
    });

    it('lets exactly one of two rotations succeed', async () => {
      await addFirst();
      expect((await Promise.all([rotate('2', '3'), rotate('2', '4')])).filter(Boolean)).toHaveLength(1);
      const { 3: third, 4: fourth, ...rest } = await states();
      expect(rest).toEqual({ 1: 'retired', 2: 'active' });
      expect([third, fourth].filter((state) => state !== undefined)).toEqual(['next']);
    });

    it('destroys the private half of a withdrawn key, and replaces the key', async () => {
      await addFirst();
      expect([await withdraw('1', '3'), await withdraw('1', '4'), await withdraw('9', '4')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await states()).toEqual({ 1: 'withdrawn', 2: 'active', 3: 'next' });
      const withdrawn = (await stores.signingKeys.list()).find(({ keyId }) => keyId === '1');
      expect(withdrawn?.sealedPrivateKey).toHaveLength(0);
      expect(withdrawn?.retiredAt).toBe(start + 2);
    });

    it('seals a private half again, unless it has changed in the meantime', async () => {
      await addFirst();
      const reseal = (from: string, to: string) =>
        stores.signingKeys.reseal(
          { keyId: '1', from: bytesOf(from), to: bytesOf(to) },
          anEvent({ event: 'key.resealed' }),
        );
      expect([await reseal('1', 'anew'), await reseal('1', 'late')]).toEqual([true, false]);
      const [first] = (await stores.signingKeys.list()).filter(({ keyId }) => keyId === '1');
      expect(Buffer.from(first?.sealedPrivateKey ?? []).toString()).toBe('anew');
      expect(await eventsOf(stores)).toEqual(['key.created', 'key.resealed']);
    });

    it('makes the spare key the next one if the next key was withdrawn', async () => {
      await addFirst();
      await withdraw('2', '3');
      expect(await states()).toEqual({ 1: 'active', 2: 'withdrawn', 3: 'next' });
    });
  });
}
