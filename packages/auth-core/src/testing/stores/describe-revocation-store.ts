import { beforeEach, describe, expect, it } from '@jest/globals';
import { revocationDigest } from '../../revocation/revocation.js';
import { type AuthStores, anEvent, eventsOf, type MakeStores } from './auth-stores.js';

/** Tests for the contract of `RevocationStore`. */
export function describeRevocationStore(make: MakeStores): void {
  describe('RevocationStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    const revoke = (tokenId: string) => stores.revocations.revokeToken(tokenId, anEvent({ event: 'token.revoked' }));

    it('revokes a token once', async () => {
      expect([await revoke('one'), await revoke('one')]).toEqual([true, false]);
      expect([await stores.revocations.isTokenRevoked('one'), await stores.revocations.isTokenRevoked('two')]).toEqual([
        true,
        false,
      ]);
      expect(await eventsOf(stores)).toEqual(['token.revoked']);
    });

    it('is empty at first, and gets new entries at its end', async () => {
      const { revocations } = stores;
      expect([await revocations.newestPosition(), await revocations.listAfter(0, 10)]).toEqual([0, []]);
      const tokens = Array.from({ length: 6 }, (_, index) => `token ${index}`);
      await Promise.all(tokens.map(revoke));
      const entries = await revocations.listAfter(0, 10);
      const positions = entries.map(({ position }) => position);
      expect(new Set(entries.map(({ digest }) => digest))).toEqual(
        new Set(tokens.map((id) => revocationDigest('token', id))),
      );
      expect(positions).toEqual(positions.toSorted((one, other) => one - other));
      expect(await revocations.newestPosition()).toBe(positions.at(-1));
      expect(await revocations.listAfter(positions[1]!, 2)).toMatchObject(entries.slice(2, 4));
    });
  });
}
