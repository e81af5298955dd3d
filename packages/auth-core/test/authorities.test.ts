import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import {
  AuthorityFeed,
  type AuthorityFeedOptions,
  authorityKey,
  isAuthorityKey,
  issueByCredentials,
  readAuthorities,
  ServerSecret,
} from '../src/index.js';
import { SettableClock } from '../src/testing/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, makeWorld, password, secretKey } from './auth-world.js';
import { type Published, publish } from './published.js';

const memberCode = '10000001';

describeDatabases('authorities', [authSchema], (open) => {
  /** A client that a user of the member has allowed. */
  async function allowed() {
    const world = await makeWorld(await open());
    const { clientFields, user, server, client } = world;
    const fields = { ...clientFields, user_id: user.userId, user_password: password };
    await issueByCredentials(server, aRequest(fields));
    const read = async (of = memberCode) => {
      const [authority] = await readAuthorities(server, [{ clientId: client.clientId, memberCode: of }]);
      return authority;
    };
    return { ...world, read };
  }

  it('are those of a living grant, for its member only', async () => {
    const { read } = await allowed();
    expect(await read()).toEqual({ rights, memberWide: false });
    expect(await read('10000002')).toBeUndefined();
  });

  it.each([
    ['the client is disabled', ({ administration, client }) => administration.clients.disable(client.clientId)],
    ['the user is disabled', ({ administration, user }) => administration.users.disable(user.userId)],
    ['the user is deleted', ({ administration, user }) => administration.users.delete(user.userId)],
    ['the client is deleted', ({ administration, client }) => administration.clients.delete(client.clientId)],
    [
      'the grant is ended',
      async ({ administration, client }) => {
        const [grant] = await administration.grants.list({ clientId: client.clientId });
        await administration.grants.end(grant?.grantId ?? '');
      },
    ],
    ['the grant expires', async ({ clock }) => clock.advanceSeconds(32 * 24 * 60 * 60)],
  ] satisfies [string, (world: Awaited<ReturnType<typeof allowed>>) => Promise<unknown>][])(
    'end when %s',
    async (_, end) => {
      const world = await allowed();
      await end(world);
      expect(await world.read()).toBeUndefined();
    },
  );

  it('lose a right that is withdrawn, and get one only where a person or the operator gives it to the grant', async () => {
    const { administration, client, read } = await allowed();
    await administration.clients.setRights(client.clientId, ['event']);
    expect(await read()).toMatchObject({ rights: ['event'] });
    await administration.clients.setRights(client.clientId, ['event', 'trade']);
    expect(await read()).toMatchObject({ rights: ['event'] });
    await administration.clients.setRights(client.clientId, ['event', 'trade'], { alsoGrants: true });
    expect(await read()).toMatchObject({ rights: expect.arrayContaining(['event', 'trade']) });
  });

  it('of a service account need no grant, and are for its member only', async () => {
    const { administration, client, server } = await makeWorld(await open());
    await administration.clients.bindToMember(client.clientId, memberCode);
    await administration.clients.mark(client.clientId, { memberWide: true });
    const owners = [memberCode, '10000002'].map((of) => ({ clientId: client.clientId, memberCode: of }));
    expect(await readAuthorities(server, owners)).toEqual([{ rights, memberWide: true }, undefined]);
  });
});

it('services may ask with the present and with the former secret key', () => {
  const [former, present, other] = ['f', 'p', 'o'].map((letter) => letter.repeat(32)) as [string, string, string];
  const changed = new ServerSecret(present, former);
  const asking = [former, present, other].map((key) => authorityKey(new ServerSecret(key)));
  expect(asking.map((text) => isAuthorityKey(changed, text))).toEqual([true, true, false]);
});

describe('AuthorityFeed', () => {
  let published: Published;
  let feed: AuthorityFeed | undefined;
  beforeEach(async () => {
    published = await publish();
  });
  afterEach(async () => {
    feed?.stop();
    await published.close();
  });

  const feedOf = (options: Partial<AuthorityFeedOptions> = {}) => {
    feed = new AuthorityFeed({
      url: `${published.url}/authorities`,
      secret: new ServerSecret(secretKey),
      pollMs: 5,
      timeoutMs: 200_000,
      ...options,
    });
    return feed;
  };
  const owner = { clientId: 'client', memberCode };
  const answer = (...held: readonly (readonly string[] | null)[]) => {
    published.answers.set('/authorities', () => ({
      authorities: held.map((of) => (of === null ? null : { rights: of, member_wide: true })),
    }));
  };

  it('asks once for all who wait', async () => {
    answer(['event'], null);
    const following = feedOf({ pollMs: 60_000 });
    const other = { clientId: 'other', memberCode };
    const first = await Promise.all([following.of(owner), following.of(other), following.of(owner)]);
    expect(first).toEqual([
      { rights: ['event'], memberWide: true },
      undefined,
      { rights: ['event'], memberWide: true },
    ]);
    const asked = published.asked.length;
    await Promise.all(Array.from({ length: 100 }, () => following.of(owner)));
    expect([published.asked.length, asked <= 2]).toEqual([asked, true]);
  });

  it('can be checked before anybody is asked for', async () => {
    const following = feedOf();
    await expect(following.check()).rejects.toThrow('answered 503');
    answer();
    await expect(following.check()).resolves.toBeUndefined();
  });

  it('learns of a withdrawal by itself', async () => {
    answer(['event']);
    const following = feedOf();
    expect(await following.of(owner)).toMatchObject({ rights: ['event'] });
    answer(null);
    while ((await following.of(owner)) !== undefined) await sleep(2);
    expect(await following.of(owner)).toBeUndefined();
  });

  it('repeats a failed read soon, before its interval is over', async () => {
    const following = feedOf({ pollMs: 3_600_000 });
    expect(await following.of(owner)).toBe('unknown');
    while (published.asked.length < 3) await sleep(2);
  });

  it('relies on no answer that is older than three seconds, and says when answers end and come back', async () => {
    answer(['event']);
    const clock = new SettableClock();
    const told: boolean[] = [];
    const following = feedOf({ clock, onChange: ({ isCurrent }) => told.push(isCurrent) });
    await following.of(owner);
    published.answers.clear();
    clock.advanceSeconds(2.9);
    expect(await following.of(owner)).toMatchObject({ rights: ['event'] });
    clock.advanceSeconds(0.2);
    expect(await following.of(owner)).toBe('unknown');
    answer(['event', 'trade']);
    while ((await following.of(owner)) === 'unknown') await sleep(2);
    expect(await following.of(owner)).toMatchObject({ rights: ['event', 'trade'] });
    expect(told).toEqual([true, false, true]);
  });
});
