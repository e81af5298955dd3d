import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type GrantTokens, issueByCredentials, readUserInfo, revoke } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import {
  aRequest,
  authorize,
  callback,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  type World,
  withParts,
} from './auth-world.js';

interface OpenIdClient {
  readonly clientId: string;
  readonly fields: { readonly client_id: string; readonly client_secret: string };
}

const refused = expect.objectContaining({ code: 'token-invalid' });

describeDatabases('OpenID Connect', [authSchema], (open) => {
  let world: World;
  let client: OpenIdClient;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { openidConnect: true });
    client = await anOpenIdClient();
  });

  async function anOpenIdClient(): Promise<OpenIdClient> {
    const values = { name: 'OpenID', redirectUris: [callback], openid: true };
    const { client: made, clientSecret } = await world.administration.clients.create(values);
    return { clientId: made.clientId, fields: { client_id: made.clientId, client_secret: clientSecret } };
  }

  function signIn(fields: object = client.fields): Promise<GrantTokens> {
    const { user, server } = world;
    return issueByCredentials(server, aRequest({ ...fields, user_id: user.userId, user_password: password }));
  }

  async function signInOnPage(nonce: string, authenticatedAt: number): Promise<GrantTokens> {
    const code = await authorize(world.server, client, { user: world.user, authenticatedAt }, { nonce });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, ...client.fields };
    return issueOrReissue(world.server, aRequest(fields, { query: { realm: '/api' } }));
  }

  it('adds an ID token for the client, about the sign-in and the access token', async () => {
    const authenticatedAt = world.clock.now();
    world.clock.advanceSeconds(90);
    const { idToken = '', accessToken } = await signInOnPage('once', authenticatedAt);
    const { keyId } = await world.server.keys.signatureKey();
    expect(decodeProtectedHeader(idToken)).toEqual({ alg: 'ES256', typ: 'JWT', kid: keyId });
    const now = Math.floor(world.clock.now() / 1000);
    expect(decodeJwt(idToken)).toEqual({
      iss: 'https://auth.example',
      sub: world.user.subject,
      aud: client.clientId,
      exp: now + 300,
      iat: now,
      auth_time: Math.floor(authenticatedAt / 1000),
      nonce: 'once',
      at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    });
  });

  it('adds none for clients that do not use it, nor where it is switched off', async () => {
    expect(await signIn()).toHaveProperty('idToken');
    expect(await signIn(world.clientFields)).not.toHaveProperty('idToken');
    const { server, user } = world;
    const off = withParts(server, { settings: { ...server.settings, openidConnect: false } });
    const fields = { ...client.fields, user_id: user.userId, user_password: password };
    expect(await issueByCredentials(off, aRequest(fields))).not.toHaveProperty('idToken');
  });

  it('tells who the user of an access token is', async () => {
    const { accessToken } = await signIn();
    const { userId, subject, memberCode } = world.user;
    expect(await readUserInfo(world.server, accessToken)).toMatchObject({ userId, subject, memberCode });
  });

  it('does not tell it to a client that does not use it', async () => {
    const { accessToken } = await signIn(world.clientFields);
    expect(await refusal(readUserInfo(world.server, accessToken))).toMatchObject({ code: 'unauthorized_client' });
  });

  it.each<[string, (tokens: GrantTokens) => Promise<unknown>]>([
    ['has ended', async () => world.clock.advanceSeconds(300)],
    ['was revoked', ({ accessToken }) => revoke(world.server, aRequest({ ...client.fields, token: accessToken }))],
    [
      'belongs to a grant that was ended',
      ({ refreshToken }) => revoke(world.server, aRequest({ ...client.fields, token: refreshToken })),
    ],
    ['belongs to a user who was disabled', () => world.administration.users.disable(world.user.userId)],
    ['belongs to a client that was disabled', () => world.administration.clients.disable(client.clientId)],
    ['belongs to a client that was deleted', () => world.administration.clients.delete(client.clientId)],
  ])('tells nothing for an access token that %s', async (_, change) => {
    const tokens = await signIn();
    const other = await signIn();
    await change(tokens);
    expect(await refusal(readUserInfo(world.server, tokens.accessToken))).toEqual(refused);
    expect(other.accessToken).not.toBe(tokens.accessToken);
  });
});
