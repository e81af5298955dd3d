import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccessTokenVerifier, RemoteKeySet, RevocationFeed } from '@trading-platform/auth-core';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { password, type RunningAuth, runAuth } from './running-auth.js';

const audience = 'urn:trading-platform:api';
let auth: RunningAuth;
let feed: RevocationFeed;
let verifier: AccessTokenVerifier;

beforeAll(async () => {
  auth = await runAuth();
  feed = new RevocationFeed({ url: `${auth.url}/idp/oauth2/revocations` });
  await feed.start();
  const keys = new RemoteKeySet({ url: `${auth.url}/idp/oauth2/jwks` });
  verifier = new AccessTokenVerifier({ issuer: auth.url, audience, keys, revocations: feed });
}, 20_000);
afterAll(async () => {
  feed.stop();
  await auth.stop();
}, 20_000);

async function signIn(user_id = 'hanako', client = auth.client) {
  const { json } = await auth.post('/api/credentials/access_token', { ...client, user_id, user_password: password });
  return { accessToken: String(json['access_token']), refreshToken: String(json['refresh_token']) };
}

/** How long it takes until an API that follows the feed refuses a token. */
async function secondsUntilRefused(token: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const isValid = await verifier.verify(token).then(
      () => true,
      () => false,
    );
    if (!isValid) return (performance.now() - start) / 1_000;
    await sleep(50);
  }
}

describe('an API learns within 5 seconds that', () => {
  it('a token, a grant, a user and a client were revoked', async () => {
    const { clients, users } = auth.administration;
    const other = await clients.create({ name: 'Other' });
    const otherClient = { client_id: other.client.clientId, client_secret: other.clientSecret };
    await users.create({ userId: 'taro', memberCode: '1', password });
    const [one, two, three, four, kept] = await Promise.all([
      signIn(),
      signIn(),
      signIn('taro'),
      signIn('hanako', otherClient),
      signIn(),
    ]);
    for (const { accessToken } of [one, two, three, four, kept]) await verifier.verify(accessToken);
    await auth.post('/idp/oauth2/revoke', { ...auth.client, token: one.accessToken });
    await auth.post('/idp/oauth2/revoke', { ...auth.client, token: two.refreshToken });
    await users.disable('taro');
    await clients.disable(other.client.clientId);
    const waits = await Promise.all([one, two, three, four].map((tokens) => secondsUntilRefused(tokens.accessToken)));
    for (const seconds of waits) expect(seconds).toBeLessThan(5);
    expect(await verifier.verify(kept.accessToken)).toMatchObject({ memberCode: '10000001' });
  }, 30_000);

  it('but a user who signs in again right after a new password is served', async () => {
    await auth.administration.users.setPassword('hanako', password);
    const { accessToken } = await signIn();
    await sleep(2_500);
    expect(await verifier.verify(accessToken)).toMatchObject({ memberCode: '10000001' });
  }, 10_000);
});

describe('key rotation', () => {
  it('refuses no valid token, here and with other verifiers', async () => {
    const keySet = createRemoteJWKSet(new URL(`${auth.url}/idp/oauth2/jwks`));
    const verifyAll = async (token: string) => {
      await verifier.verify(token);
      await jwtVerify(token, keySet, { issuer: auth.url, audience, typ: 'at+jwt' });
    };
    const before = await signIn();
    await verifyAll(before.accessToken);
    await auth.administration.keys.rotate();
    const keyIds = new Set([decodeProtectedHeader(before.accessToken).kid]);
    const end = performance.now() + 7_000;
    while (performance.now() < end) {
      const { accessToken } = await signIn();
      keyIds.add(decodeProtectedHeader(accessToken).kid);
      await verifyAll(accessToken);
      await verifyAll(before.accessToken);
      await sleep(200);
    }
    expect(keyIds.size).toBe(2);
  }, 20_000);
});
