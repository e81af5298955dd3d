import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authSchema } from '@trading-platform/auth-core/typeorm';
import { describeDatabases } from '@trading-platform/database/testing';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { authorizationQuery, Browser } from './browser.js';
import { callback, password, type RunningAuth, runAuth } from './running-auth.js';

const tokenPath = '/idp/oauth2/access_token?realm=/api';

describeDatabases('two servers on one database', [authSchema], (open) => {
  let one: RunningAuth;
  let other: RunningAuth;
  beforeAll(async () => {
    const { address } = await open();
    one = await runAuth({ AUTH_DATABASE_URL: address });
    other = await runAuth({ AUTH_DATABASE_URL: address, AUTH_ISSUER: one.url }, one);
  });
  afterAll(() => Promise.all([one.stop(), other.stop()]));

  it('are one: what begins at the one goes on at the other', async () => {
    const code = await new Browser(one).authorize(authorizationQuery(one));
    const exchange = { ...one.client, grant_type: 'authorization_code', code, redirect_uri: callback };
    const { json: first } = await other.post(tokenPath, exchange);
    const keys = createLocalJWKSet((await one.get('/idp/oauth2/jwks')).json as unknown as JSONWebKeySet);
    await jwtVerify(String(first['access_token']), keys, { issuer: one.url, typ: 'at+jwt' });
    const reissue = { ...one.client, grant_type: 'refresh_token', refresh_token: String(first['refresh_token']) };
    const { json: second } = await one.post(tokenPath, reissue);
    expect((await other.post(tokenPath, reissue)).json['refresh_token']).toBe(second['refresh_token']);
    const token = String(second['access_token']);
    const isActive = async (server: RunningAuth) =>
      (await server.post('/idp/oauth2/introspect', { ...one.client, token })).json['active'];
    expect([await isActive(one), await isActive(other)]).toEqual([true, true]);
    expect((await other.post(tokenPath, exchange)).json).toMatchObject({ error: 'invalid_grant' });
    expect([await isActive(one), await isActive(other)]).toEqual([false, false]);
    expect((await one.get('/idp/oauth2/revocations')).json).toMatchObject({
      position: expect.any(Number),
      more: false,
    });
  });

  it('answer the credentials flow in both forms', async () => {
    const fields = { ...one.client, user_id: 'hanako', user_password: password };
    const inJson = await one.post('/api/credentials/access_token', fields);
    const inXml = await other.post('/api/credentials/access_token', { ...fields, response_type: 'xml' });
    expect(Object.keys(inJson.json)).toEqual([
      'scope',
      'exires_in',
      'token_type',
      'access_token',
      'refresh_token',
      'expires_in',
    ]);
    expect(inXml.headers.get('content-type')).toBe('application/xml; charset=UTF-8');
    expect(inXml.text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><token><scope>openid profile email qualified<\/scope><exires_in>300<\/exires_in><token_type>Bearer<\/token_type><access_token>[\w.-]+<\/access_token><refresh_token>[\w-]+<\/refresh_token><expires_in>300<\/expires_in><\/token>$/,
    );
  });

  it('let exactly one of many simultaneous exchanges win, wherever they arrive', async () => {
    const code = await new Browser(one).authorize(authorizationQuery(one));
    const exchange = { ...one.client, grant_type: 'authorization_code', code, redirect_uri: callback };
    const servers = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? one : other));
    const answers = await Promise.all(servers.map((server) => server.post(tokenPath, exchange)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(15);
  });
});
