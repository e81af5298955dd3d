import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import {
  AccessTokenVerifier,
  type AuthServer,
  introspect,
  issueByCredentials,
  RevocationFeed,
  readRevocations,
  revoke,
} from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, makeWorld, password, refusal, type World } from './auth-world.js';
import { type Published, publish } from './published.js';

/** The time by which the clock of the server that issues a token is ahead of the clock of the server that revokes it. */
const offsetsMs = [-5_000, -500, 0, 500, 5_000];

/** Changes that are made on a server whose clock differs from the clock of the server that issued the token. */
const ends: [what: string, end: (world: World, token: { accessToken: string; refreshToken: string }) => unknown][] = [
  ['the token is revoked', (world, { accessToken }) => revokeOf(world, accessToken)],
  ['the refresh token is revoked', (world, { refreshToken }) => revokeOf(world, refreshToken)],
  ['the password is set', ({ administration, user }) => administration.users.setPassword(user.userId, password)],
  ['the user is disabled', ({ administration, user }) => administration.users.disable(user.userId)],
  ['the user is deleted', ({ administration, user }) => administration.users.delete(user.userId)],
  ['the client is disabled', ({ administration, client }) => administration.clients.disable(client.clientId)],
  ['the client is deleted', ({ administration, client }) => administration.clients.delete(client.clientId)],
];

describeDatabases('servers whose clocks differ', [authSchema], (open) => {
  let database: TestDatabase;
  let other: Database;
  let published: Published;
  beforeAll(async () => {
    database = await open();
    other = await openDatabase({ address: database.address, schemas: [authSchema] });
    published = await publish();
  });
  afterAll(() => Promise.all([other.close(), published.close()]));

  /** Makes a server, a second server with another clock, and an API that has a third clock and reads the revocation feed. */
  async function setUp(offsetMs: number) {
    const world = await makeWorld(database);
    const ahead = world.onSameSettings(other, { now: () => world.clock.now() + offsetMs });
    const follow = async () => {
      await publishFeed(published, world.server);
      const clock = { now: () => world.clock.now() - offsetMs };
      const feed = new RevocationFeed({ url: `${published.url}/feed`, clock, timeoutMs: 200_000 });
      await feed.start();
      feed.stop();
      const { issuer, audience } = world.server.settings;
      return new AccessTokenVerifier({ issuer, audience, keys: world.server.keys, revocations: feed, clock });
    };
    return { world, ahead, follow };
  }

  for (const offsetMs of offsetsMs) {
    it.each(ends)(`refuse a token issued ${offsetMs} ms ahead once %s`, async (_what, end) => {
      const { world, ahead, follow } = await setUp(offsetMs);
      const tokens = await signIn(world, ahead);
      expect(await (await follow()).verify(tokens.accessToken)).toBeDefined();
      await end(world, tokens);
      const verifier = await follow();
      expect(await refusal(verifier.verify(tokens.accessToken))).toMatchObject({ code: 'token-invalid' });
    });

    it(`serve what was issued ${offsetMs} ms ahead after a new password, and after client and user were enabled again`, async () => {
      const { world, ahead, follow } = await setUp(offsetMs);
      const { users, clients } = world.administration;
      const before = await signIn(world, ahead);
      await users.setPassword(world.user.userId, password);
      await users.disable(world.user.userId);
      await users.enable(world.user.userId);
      await clients.disable(world.client.clientId);
      await clients.enable(world.client.clientId);
      const after = await signIn(world, ahead);
      const verifier = await follow();
      expect(await verifier.verify(after.accessToken)).toBeDefined();
      expect(await refusal(verifier.verify(before.accessToken))).toMatchObject({ code: 'token-invalid' });
      expect([await isActive(world, before.accessToken), await isActive(world, after.accessToken)]).toEqual([
        false,
        true,
      ]);
    });
  }

  it('tell an API and introspection the same of tokens from before a client was disabled', async () => {
    const { world, ahead, follow } = await setUp(0);
    const before = await signIn(world, ahead);
    await world.administration.clients.disable(world.client.clientId);
    await world.administration.clients.enable(world.client.clientId);
    expect(await refusal((await follow()).verify(before.accessToken))).toMatchObject({ code: 'token-invalid' });
    expect(await isActive(world, before.accessToken)).toBe(false);
  });

  it('serve a client that was deleted and made again under its id', async () => {
    const { world, ahead, follow } = await setUp(0);
    const { clients } = world.administration;
    const { clientId } = world.client;
    const before = await signIn(world, ahead);
    for (let round = 0; round < 3; round++) await clients.disable(clientId);
    await clients.delete(clientId);
    const { clientSecret } = await clients.create({ name: 'Again', clientId });
    const fields = { ...world.clientFields, client_secret: clientSecret };
    const after = await signIn({ ...world, clientFields: fields }, ahead);
    const verifier = await follow();
    expect(await verifier.verify(after.accessToken)).toBeDefined();
    expect(await refusal(verifier.verify(before.accessToken))).toMatchObject({ code: 'token-invalid' });
  });

  it('show every revocation to a reader that follows, however many end at once on several servers', async () => {
    const { world, ahead } = await setUp(5_000);
    const tokens = await Promise.all(Array.from({ length: 120 }, () => signIn(world, ahead)));
    let position = (await readRevocations(world.server, 0)).position;
    const seen = new Set<string>();
    let isOver = false;
    const reading = (async () => {
      for (let last = false; !last; ) {
        last = isOver;
        const page = await readRevocations(world.server, position);
        for (const [digest] of page.revocations) seen.add(digest);
        position = page.position;
        await sleep(1);
      }
    })();
    const servers = [world.server, ahead];
    await Promise.all(
      tokens.map(({ accessToken, refreshToken }, index) =>
        revoke(
          servers[index % 2] ?? ahead,
          aRequest({ ...world.clientFields, token: index % 3 === 0 ? accessToken : refreshToken }),
        ),
      ),
    );
    isOver = true;
    await reading;
    expect(seen.size).toBe(120);
  });
});

async function publishFeed(published: Published, server: AuthServer): Promise<void> {
  const page = await readRevocations(server, 0);
  const { position, more, revocations, withdrawnKeys: withdrawn_keys, keepSeconds: keep_seconds } = page;
  published.answers.set('/feed', () => ({ position, more, keep_seconds, revocations, withdrawn_keys }));
}

function signIn({ clientFields, user }: Pick<World, 'clientFields' | 'user'>, server: AuthServer) {
  const fields = { ...clientFields, user_id: user.userId, user_password: password };
  return issueByCredentials(server, aRequest(fields));
}

function revokeOf({ server, clientFields }: World, token: string): Promise<void> {
  return revoke(server, aRequest({ ...clientFields, token }));
}

async function isActive({ server, clientFields }: World, token: string): Promise<boolean> {
  return (await introspect(server, aRequest({ ...clientFields, token }))).active;
}
