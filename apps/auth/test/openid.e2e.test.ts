import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { authorizationQuery, Browser } from './browser.js';
import { callback, password, shareAuth, type TestedAuth } from './running-auth.js';

let auth: TestedAuth;
let client: Record<'client_id' | 'client_secret', string>;
beforeAll(async () => {
  auth = await shareAuth();
  const made = await auth.administration.clients.create({ name: 'OpenID', redirectUris: [callback], openid: true });
  client = { client_id: made.client.clientId, client_secret: made.clientSecret };
});

async function exchange(query: Readonly<Record<string, string>> = {}) {
  const code = await new Browser(auth).authorize(authorizationQuery(auth, { client_id: client.client_id, ...query }));
  const fields = { ...client, grant_type: 'authorization_code', code, redirect_uri: callback };
  return (await auth.post('/idp/oauth2/access_token?realm=/api', fields)).json;
}

describe('OpenID Connect, where it is switched on', () => {
  it('gives an ID token that verifies and returns the nonce', async () => {
    const tokens = await exchange({ nonce: 'a nonce' });
    const keys = createRemoteJWKSet(new URL(`${auth.url}/idp/oauth2/jwks`), { timeoutDuration: 200_000 });
    const options = { issuer: auth.url, audience: client.client_id, typ: 'JWT' };
    const { payload } = await jwtVerify(String(tokens['id_token']), keys, options);
    expect(payload).toMatchObject({ nonce: 'a nonce', auth_time: expect.any(Number), at_hash: expect.any(String) });
  });

  it('gives another one, without a nonce, with every reissue', async () => {
    const { refresh_token: refreshToken } = await exchange({ nonce: 'a nonce' });
    const fields = { ...client, grant_type: 'refresh_token', refresh_token: String(refreshToken) };
    const { json } = await auth.post('/idp/oauth2/access_token?realm=/api', fields);
    const payload = String(json['id_token']).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).not.toHaveProperty('nonce');
  });

  it('describes the user to the holder of a token', async () => {
    const { access_token: token } = await exchange();
    const answer = await auth.get('/idp/oauth2/userinfo', { authorization: `Bearer ${String(token)}` });
    expect(answer).toMatchObject({
      status: 200,
      json: { sub: expect.any(String), preferred_username: auth.userId, member_code: '10000001' },
    });
    expect((await auth.post('/idp/oauth2/userinfo', { access_token: String(token) })).json).toEqual(answer.json);
    await auth.post('/idp/oauth2/revoke', { ...client, token: String(token) });
    const revoked = await auth.get('/idp/oauth2/userinfo', { authorization: `Bearer ${String(token)}` });
    expect(revoked.status).toBe(401);
    expect(revoked.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('refuses a token that is sent in two ways at once, as RFC 6750 §2 wants', async () => {
    const { access_token: token } = await exchange();
    const authorization = `Bearer ${String(token)}`;
    const answer = await auth.post('/idp/oauth2/userinfo', { access_token: String(token) }, { authorization });
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('describes nobody to others', async () => {
    const without = await auth.get('/idp/oauth2/userinfo');
    expect(without.status).toBe(401);
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="/api"');
    const fields = { ...auth.client, user_id: auth.userId, user_password: password };
    const { json } = await auth.post('/api/credentials/access_token', fields);
    expect(json).not.toHaveProperty('id_token');
    const ordinary = await auth.get('/idp/oauth2/userinfo', {
      authorization: `Bearer ${String(json['access_token'])}`,
    });
    expect(ordinary.status).toBe(403);
    expect(ordinary.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it('is announced', async () => {
    expect((await auth.get('/.well-known/openid-configuration')).json).toMatchObject({
      issuer: auth.url,
      userinfo_endpoint: `${auth.url}/idp/oauth2/userinfo`,
      id_token_signing_alg_values_supported: ['ES256'],
    });
  });
});
