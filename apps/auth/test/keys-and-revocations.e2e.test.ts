import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccessTokenVerifier, type AuthError, RemoteKeySet, RevocationFeed } from '@trading-platform/auth-core';
import { rights } from '@trading-platform/domain-types';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { password, shareAuth, type TestedAuth } from './running-auth.js';

const audience = 'urn:trading-platform:api';
let auth: TestedAuth;
let feed: RevocationFeed;
let verifier: AccessTokenVerifier;

beforeAll(async () => {
  auth = await shareAuth();
  feed = new RevocationFeed({ url: `${auth.url}/idp/oauth2/revocations` });
  await feed.start();
  const keys = new RemoteKeySet({ url: `${auth.url}/idp/oauth2/jwks`, timeoutMs: 200_000 });
  verifier = new AccessTokenVerifier({ issuer: auth.url, audience, keys, revocations: feed });
});
afterAll(() => feed.stop());

async function signIn(user_id = auth.userId, client = auth.client) {
  const { json } = await auth.post('/api/credentials/access_token', { ...client, user_id, user_password: password });
  return { accessToken: String(json['access_token']), refreshToken: String(json['refresh_token']) };
}

/** Resolves when an API that follows the feed refuses a token. */
async function untilRefused(token: string): Promise<void> {
  const isValid = () =>
    verifier.verify(token).then(
      () => true,
      (error: AuthError) => error.code !== 'token-invalid',
    );
  while (await isValid()) await sleep(50);
}

describe('an API learns that', () => {
  it('a token, a grant, a user and a client were revoked', async () => {
    const { clients, users } = auth.administration;
    const other = await clients.create({ name: 'Other' });
    const otherClient = { client_id: other.client.clientId, client_secret: other.clientSecret };
    await users.create({ userId: 'taro', memberCode: '1', password });
    const [one, two, three, four, kept] = await Promise.all([
      signIn(),
      signIn(),
      signIn('taro'),
      signIn(auth.userId, otherClient),
      signIn(),
    ]);
    for (const { accessToken } of [one, two, three, four, kept]) await verifier.verify(accessToken);
    await auth.post('/idp/oauth2/revoke', { ...auth.client, token: one.accessToken });
    await auth.post('/idp/oauth2/revoke', { ...auth.client, token: two.refreshToken });
    await users.disable('taro');
    await clients.disable(other.client.clientId);
    await Promise.all([one, two, three, four].map(({ accessToken }) => untilRefused(accessToken)));
    expect(await verifier.verify(kept.accessToken)).toMatchObject({ memberCode: '10000001' });
  });

  it('but a user who signs in again right after a new password is served', async () => {
    const former = await signIn();
    await auth.administration.users.setPassword(auth.userId, password);
    const { accessToken } = await signIn();
    await untilRefused(former.accessToken);
    expect(await verifier.verify(accessToken)).toMatchObject({ memberCode: '10000001' });
  });
});

describe('key rotation', () => {
  it('refuses no valid token, here and with other verifiers', async () => {
    const keySet = createRemoteJWKSet(new URL(`${auth.url}/idp/oauth2/jwks`), { timeoutDuration: 200_000 });
    const verifyAll = async (token: string) => {
      await verifier.verify(token);
      await jwtVerify(token, keySet, { issuer: auth.url, audience, typ: 'at+jwt' });
    };
    const before = await signIn();
    await verifyAll(before.accessToken);
    await auth.administration.keys.rotate();
    const keyIds = new Set([decodeProtectedHeader(before.accessToken).kid]);
    const signInAndVerify = async () => {
      const { accessToken } = await signIn();
      keyIds.add(decodeProtectedHeader(accessToken).kid);
      await verifyAll(accessToken);
      await verifyAll(before.accessToken);
    };
    while (keyIds.size < 2) {
      await signInAndVerify();
      await sleep(100);
    }
    await signInAndVerify();
    expect(keyIds.size).toBe(2);
  });
});

function grantOf(accessToken: string): string {
  return claimsOf(accessToken).jti.replace(/\..*/, '');
}

function subjectOf(accessToken: string): string {
  return claimsOf(accessToken).sub;
}

function claimsOf(accessToken: string) {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(payload) as { readonly jti: string; readonly sub: string };
}

function as(token: string) {
  return { authorization: `Bearer ${token}` };
}

describe('what a user has allowed', () => {
  const path = '/idp/account/grants';
  const end = (grantId: string, token: string) =>
    fetch(`${auth.url}${path}/${grantId}`, { method: 'DELETE', headers: as(token) });
  let marked: Record<'client_id' | 'client_secret', string>;

  beforeAll(async () => {
    const { clients, users } = auth.administration;
    const made = await clients.create({ name: 'Account', account: true });
    marked = { client_id: made.client.clientId, client_secret: made.clientSecret };
    await users.create({ userId: 'yuki', memberCode: '1', password });
    await users.create({ userId: 'sora', memberCode: '1', password });
  });

  it('is shown to that user by a client that is marked for it, and ended', async () => {
    const [shop, own] = [await signIn('yuki'), await signIn('yuki', marked)];
    const { status, json } = await auth.get(path, as(own.accessToken));
    const grants = json['grants'] as readonly Record<string, unknown>[];
    expect([status, grants.length]).toEqual([200, 2]);
    expect(grants.find(({ current }) => current === true)).toEqual({
      grant_id: grantOf(own.accessToken),
      client_id: marked.client_id,
      client_name: 'Account',
      rights,
      since: expect.any(Number),
      last_used: expect.any(Number),
      expires: expect.any(Number),
      current: true,
    });
    await verifier.verify(shop.accessToken);
    const grantId = grantOf(shop.accessToken);
    const ended = await end(grantId, own.accessToken);
    expect(await ended.json()).toEqual({ grant_id: grantId, ended: true });
    await untilRefused(shop.accessToken);
    expect((await end(grantId, own.accessToken)).status).toBe(404);
    const [record] = await auth.administration.audit.list({ limit: 1 });
    expect(record).toMatchObject({
      event: 'grant.ended',
      userId: 'yuki',
      detail: { by: 'user', through: marked.client_id },
    });
  });

  it('is told with the names of clients, also of those whose grant has ended, and of users of the member', async () => {
    const own = await signIn('yuki', marked);
    const clientId = auth.client.client_id;
    const named = await auth.get(`/idp/account/clients/${clientId}`, as(own.accessToken));
    expect(named.json).toEqual({ client_id: clientId, client_name: expect.stringMatching(/./) });
    const nameOf = async (userId: string, token: string) => {
      const subject = subjectOf((await signIn(userId)).accessToken);
      const { status: told, json: user } = await auth.get(`/idp/account/users/${subject}`, as(token));
      return [told, user['user_id']];
    };
    // Users of other members stay unknown.
    expect([await nameOf('sora', own.accessToken), await nameOf(auth.userId, own.accessToken)]).toEqual([
      [200, 'sora'],
      [404, undefined],
    ]);
  });

  it('is neither shown nor ended for others', async () => {
    const [shop, own, stranger] = [await signIn('yuki'), await signIn('yuki', marked), await signIn('sora', marked)];
    expect((await auth.get(path)).status).toBe(401);
    expect((await auth.get(path, as('none'))).status).toBe(401);
    const unmarked = await auth.get(path, as(shop.accessToken));
    expect([unmarked.status, unmarked.json['error']]).toEqual([403, 'insufficient_scope']);
    expect((await end(grantOf(own.accessToken), shop.accessToken)).status).toBe(403);
    expect((await end(grantOf(own.accessToken), stranger.accessToken)).status).toBe(404);
    await auth.administration.clients.mark(marked.client_id, { account: false });
    expect((await auth.get(path, as(own.accessToken))).status).toBe(403);
    await auth.administration.clients.mark(marked.client_id, { account: true });
    await auth.post('/idp/oauth2/revoke', { ...marked, token: own.refreshToken });
    expect((await auth.get(path, as(own.accessToken))).status).toBe(401);
  });
});
