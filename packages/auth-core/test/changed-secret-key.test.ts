import { beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import {
  type AuthServer,
  checkPassword,
  checkSecondFactor,
  defaultAuthSettings,
  introspect,
  issueByCredentials,
  revoke,
} from '../src/index.js';
import { FastPasswordHasher } from '../src/testing/index.js';
import { authSchema, openAuthAdministration, openAuthServer } from '../src/typeorm/index.js';
import {
  aRequest,
  enrolled,
  secretKey as former,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  type World,
} from './auth-world.js';

const present = 'the secret key that takes the place of the other one';

describeDatabases('a changed secret key', [authSchema], (open) => {
  let database: Database;
  let world: World;
  let tokens: { readonly accessToken: string; readonly refreshToken: string };
  /** The server either with both the new and the former secret key, or with only the new secret key. */
  let changed: AuthServer;
  let alone: AuthServer;

  const serverWith = (secretKey: string, formerSecretKey?: string) =>
    openAuthServer(database, {
      secretKey,
      formerSecretKey,
      clock: world.clock,
      hasher: new FastPasswordHasher(),
      settings: { ...defaultAuthSettings, issuer: world.server.settings.issuer },
    });
  const operator = () =>
    openAuthAdministration(database, { secretKey: present, formerSecretKey: former, clock: world.clock }).secretKey;
  const signIn = (server: AuthServer) =>
    issueByCredentials(
      server,
      aRequest({ ...world.clientFields, user_id: world.user.userId, user_password: password }),
    );
  const reissue = (server: AuthServer, refreshToken: string) =>
    issueOrReissue(
      server,
      aRequest(
        { ...world.clientFields, grant_type: 'refresh_token', refresh_token: refreshToken },
        { query: { realm: '/api' } },
      ),
    );

  beforeEach(async () => {
    database = await open();
    world = await makeWorld(database);
    tokens = await signIn(world.server);
    changed = serverWith(present, former);
    alone = serverWith(present);
  });

  it('without its predecessor ends everything', async () => {
    expect(await refusal(alone.keys.signatureKey())).toMatchObject({ code: 'secret-key-wrong' });
    expect(await refusal(reissue(alone, tokens.refreshToken))).toMatchObject({ code: 'invalid_client' });
  });

  it('goes on with signing keys, client secrets and tokens, and makes each anew with the new key', async () => {
    expect(await introspect(changed, aRequest({ ...world.clientFields, token: tokens.accessToken }))).toMatchObject({
      active: true,
    });
    const renewed = await reissue(changed, tokens.refreshToken);
    expect(await operator().reseal()).toMatchObject({ signingKeys: expect.arrayContaining([expect.any(String)]) });
    expect(await operator().reseal()).toEqual({
      signingKeys: [],
      authenticators: 0,
      clients: [],
      grants: 0,
      lastGrantExpiresAt: undefined,
    });
    expect((await reissue(alone, renewed.refreshToken)).refreshToken).not.toBe(renewed.refreshToken);
    await revoke(alone, aRequest({ ...world.clientFields, token: renewed.refreshToken }));
  });

  it('notices a replay of a token of the former key', async () => {
    const renewed = await reissue(changed, tokens.refreshToken);
    await reissue(changed, renewed.refreshToken);
    expect(await refusal(reissue(changed, tokens.refreshToken))).toMatchObject({ code: 'invalid_grant' });
    expect((await world.server.audit.list({ limit: 1 }))[0]?.event).toBe('refresh-token.replayed');
  });

  it('counts what still needs its predecessor, and changes nothing when it only looks', async () => {
    const { clientId, name } = world.client;
    await world.administration.clients.rotateSecret(clientId, { overlapSeconds: 60 });
    const lastGrantExpiresAt = world.clock.now() + defaultAuthSettings.refreshTokenLifetimeSeconds * 1_000;
    const waiting = [
      { clientId, name, which: 'present', endsAt: undefined },
      { clientId, name, which: 'previous', endsAt: world.clock.now() + 60_000 },
    ];
    for (const _ of [1, 2]) {
      const use = await operator().reseal({ dryRun: true });
      expect(use).toEqual({
        signingKeys: expect.any(Array),
        authenticators: 0,
        clients: waiting,
        grants: 1,
        lastGrantExpiresAt,
      });
      expect(use.signingKeys).toHaveLength(2);
    }
    await signIn(changed);
    expect((await operator().reseal()).clients).toEqual(waiting.slice(0, 1));
    expect((await operator().reseal()).signingKeys).toEqual([]);
  });

  it('keeps locks and known places', async () => {
    const place = { address: '198.51.100.9', requestId: 'test' };
    const guess = (server: AuthServer, origin: typeof place, typed = 'wrong') =>
      checkPassword(
        server,
        { userId: world.user.userId, password: typed, clientId: world.client.clientId, isClientAuthenticated: false },
        origin,
      );
    await guess(world.server, place, password);
    const stranger = { ...place, address: '203.0.113.9' };
    const { failuresPerUser } = defaultAuthSettings.attempts;
    for (let count = 0; count < failuresPerUser; count++) await guess(world.server, stranger);
    for (const server of [world.server, changed]) {
      expect(await refusal(guess(server, stranger, password))).toMatchObject({ code: 'throttled' });
      expect(await guess(server, place, password)).toMatchObject({ userId: world.user.userId });
    }
    await world.administration.users.unlock(world.user.userId);
    expect(await guess(changed, stranger, password)).toMatchObject({ userId: world.user.userId });
  });

  it('seals the secrets of authenticator apps anew, after which the former key can go', async () => {
    const { codeAt } = await enrolled(world.server, world.user.subject);
    const check = (server: AuthServer) => {
      world.clock.advanceSeconds(60);
      const code = codeAt(world.clock.now());
      return checkSecondFactor(server, { user: world.user, code }, { address: '192.0.2.1' });
    };
    expect(await check(changed)).toBe(true);
    expect(await operator().reseal({ dryRun: true })).toMatchObject({ authenticators: 1 });
    expect(await operator().reseal()).toMatchObject({ authenticators: 1 });
    expect(await operator().reseal()).toMatchObject({ authenticators: 0 });
    expect(await check(alone)).toBe(true);
  });
});
