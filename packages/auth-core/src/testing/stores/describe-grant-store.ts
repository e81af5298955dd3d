import { beforeEach, describe, expect, it } from '@jest/globals';
import { formerRights } from '@trading-platform/domain-types';
import type { AuthorizationCode } from '../../grant/authorization-code.js';
import type { GrantRenewal } from '../../grant/grant-store.js';
import { revocationDigest } from '../../revocation/revocation.js';
import type { Generations } from '../../token/token-id.js';
import {
  type AuthStores,
  aGrant,
  anEvent,
  bytesOf,
  dayMs,
  eventsOf,
  feedOf,
  type MakeStores,
  start,
  withClientAndUser,
} from './auth-stores.js';

const code: AuthorizationCode = {
  codeHash: bytesOf('code'),
  grantId: 'grant-1',
  clientId: 'shop',
  subject: 'subject-1',
  redirectUri: 'https://shop.example/callback',
  scope: 'openid',
  rights: formerRights,
  codeChallenge: undefined,
  nonce: 'nonce',
  authenticatedAt: start,
  userGeneration: 1,
  createdAt: start,
  expiresAt: start + 120_000,
  usedAt: undefined,
};
const issued = anEvent({ event: 'token.issued' });

/** Tests for the contract of `GrantStore`. */
export function describeGrantStore(make: MakeStores): void {
  describe('GrantStore', () => {
    let stores: AuthStores;
    let generations: Generations;
    beforeEach(async () => {
      stores = await make();
      generations = await withClientAndUser(stores);
    });

    const renewal = (change: Partial<GrantRenewal> = {}): GrantRenewal => ({
      grantId: 'grant-1',
      presentedHash: bytesOf('first'),
      refreshHash: bytesOf('second'),
      refreshKeyId: 'key 2',
      refreshExpiresAt: start + 2 * dayMs,
      sealedAnswer: bytesOf('answer'),
      at: start + 1,
      ...generations,
      ...change,
    });
    const later = { userGeneration: 2, clientGeneration: 1_000 };

    it('stores a grant, with its user until the user is deleted', async () => {
      expect(await stores.grants.add(aGrant(), generations, issued)).toBe(true);
      const { refreshHash: _, ...grant } = aGrant();
      expect(await stores.grants.find('grant-1')).toMatchObject(grant);
      const user = { userId: 'hanako', subject: 'subject-1', memberCode: '10000001', generation: 1 };
      expect(await stores.grants.findWithUser('grant-1')).toMatchObject({ grant, user });
      await stores.users.remove('hanako', anEvent());
      expect(await stores.grants.findWithUser('grant-1')).toMatchObject({
        grant: { subject: 'subject-1' },
        user: undefined,
      });
      expect(await stores.grants.findWithUser('grant-2')).toBeUndefined();
    });

    it('counts the living grants of other secret keys, and returns when the last of them expires', async () => {
      expect(await stores.grants.ofOtherKeys('key 2', start)).toEqual({ count: 0, lastExpiresAt: undefined });
      const others = [
        aGrant(),
        aGrant({ grantId: 'grant-2', refreshKeyId: undefined, refreshExpiresAt: start + 3 * dayMs }),
        aGrant({ grantId: 'grant-3', refreshExpiresAt: start }),
        aGrant({ grantId: 'grant-4', refreshKeyId: 'key 2' }),
        aGrant({ grantId: 'grant-5' }),
      ];
      for (const grant of others) await stores.grants.add(grant, generations, issued);
      await stores.grants.end('grant-5', 'operator', anEvent());
      expect(await stores.grants.ofOtherKeys('key 2', start)).toEqual({ count: 2, lastExpiresAt: start + 3 * dayMs });
      await stores.grants.renew(renewal(), anEvent());
      expect(await stores.grants.ofOtherKeys('key 2', start)).toEqual({ count: 1, lastExpiresAt: start + 3 * dayMs });
    });

    it.each(['userGeneration', 'clientGeneration'] as const)('adds no grant of another %s', async (name) => {
      expect(await stores.grants.add(aGrant(), { ...generations, [name]: later[name] }, issued)).toBe(false);
      expect(await stores.grants.find('grant-1')).toBeUndefined();
      expect(await eventsOf(stores)).not.toContain('token.issued');
    });

    it('lets exactly one of many exchanges of a code succeed', async () => {
      await stores.grants.addCode(code, anEvent({ event: 'authorization.granted' }));
      const { codeHash: _, ...kept } = code;
      expect(await stores.grants.findCode(code.codeHash)).toMatchObject({ code: kept, user: { userId: 'hanako' } });
      const exchanges = Array.from({ length: 5 }, () =>
        stores.grants.exchangeCode(code.codeHash, aGrant(), generations, issued),
      );
      expect((await Promise.all(exchanges)).filter(Boolean)).toHaveLength(1);
      expect((await stores.grants.findCode(code.codeHash))?.code.usedAt).toBe(start);
      expect((await eventsOf(stores)).filter((event) => event === 'token.issued')).toHaveLength(1);
    });

    it('does not exchange a code at the instant of its expiry', async () => {
      await stores.grants.addCode(code, anEvent());
      const grant = aGrant({ startedAt: code.expiresAt });
      expect(await stores.grants.exchangeCode(code.codeHash, grant, generations, issued)).toBe(false);
    });

    it('lets exactly one of many renewals succeed, and keeps the replaced token', async () => {
      await stores.grants.add(aGrant(), generations, issued);
      const renewals = Array.from({ length: 5 }, () =>
        stores.grants.renew(renewal(), anEvent({ event: 'token.reissued' })),
      );
      expect((await Promise.all(renewals)).filter(Boolean)).toHaveLength(1);
      const grant = (await stores.grants.find('grant-1'))!;
      const texts = [grant.refreshHash, grant.replacedHash, grant.sealedAnswer].map((one) =>
        Buffer.from(one ?? []).toString(),
      );
      expect(texts).toEqual(['second', 'first', 'answer']);
      expect(grant).toMatchObject({ renewedAt: start + 1, replacedAt: start + 1, refreshExpiresAt: start + 2 * dayMs });
    });

    it.each<[string, Partial<GrantRenewal>]>([
      ['another token than the newest', { presentedHash: bytesOf('other') }],
      ['a token that has expired', { at: start + dayMs }],
      ['another generation of the user', { userGeneration: 2 }],
      ['another generation of the client', { clientGeneration: 1_000 }],
    ])('renews nothing for %s', async (_what, change) => {
      await stores.grants.add(aGrant(), generations, issued);
      expect(await stores.grants.renew(renewal(change), anEvent({ event: 'token.reissued' }))).toBe(false);
      expect(await eventsOf(stores)).not.toContain('token.reissued');
    });

    it('ends a grant once, with its revocation', async () => {
      await stores.grants.add(aGrant(), generations, issued);
      await stores.grants.renew(renewal(), anEvent());
      const end = () => stores.grants.end('grant-1', 'revoked', anEvent({ at: start + 2, event: 'grant.ended' }));
      expect([await end(), await end()]).toEqual([true, false]);
      const grant = await stores.grants.find('grant-1');
      expect(grant).toMatchObject({ endedAt: start + 2, endReason: 'revoked' });
      expect(grant?.sealedAnswer).toBeUndefined();
      expect(await feedOf(stores)).toEqual([
        { digest: revocationDigest('grant', 'grant-1'), upToGeneration: undefined },
      ]);
      expect(await stores.grants.renew(renewal({ presentedHash: bytesOf('second') }), anEvent())).toBe(false);
    });

    it('lists grants in the order of their ids, and lists ended and expired grants only on request', async () => {
      for (const grantId of ['c', 'B', 'a']) await stores.grants.add(aGrant({ grantId }), generations, issued);
      await stores.grants.end('B', 'operator', anEvent());
      const idsOf = async (query: object, now = start) =>
        (await stores.grants.list({ limit: 10, now, ...query })).map(({ grantId }) => grantId);
      expect([
        await idsOf({}),
        await idsOf({ includeEnded: true, limit: 2 }),
        await idsOf({ includeEnded: true, after: 'a' }),
        await idsOf({ clientId: 'shop', subject: 'subject-1' }),
        await idsOf({ clientId: 'other' }),
        await idsOf({}, start + dayMs),
      ]).toEqual([['a', 'c'], ['B', 'a'], ['c'], ['a', 'c'], [], []]);
    });
  });
}
