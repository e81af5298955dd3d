import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizationQuery, Browser } from './browser.js';
import { type RunningAuth, realm, runAuth } from './running-auth.js';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await runAuth();
});
afterAll(() => auth.stop());

it('the device flow is not there', async () => {
  await auth.administration.clients.mark(auth.client.client_id, { deviceFlow: true });
  const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
  const answers = [
    await auth.post(`/idp/oauth2/device_authorization${realm}`, auth.client),
    await auth.get('/device'),
    await auth.post(`/idp/oauth2/access_token${realm}`, { ...auth.client, grant_type: grantType, device_code: 'x' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400]);
  expect(answers[2]?.json['error']).toBe('unsupported_grant_type');
  const { json: metadata } = await auth.get('/.well-known/oauth-authorization-server');
  expect(metadata).not.toHaveProperty('device_authorization_endpoint');
});

it('OpenID Connect is not there', async () => {
  expect((await auth.get('/.well-known/openid-configuration')).status).toBe(404);
  expect((await auth.get('/idp/oauth2/userinfo')).status).toBe(404);
});

it('authorities are told to nobody', async () => {
  const owners = JSON.stringify([[auth.client.client_id, '10000001']]);
  expect((await auth.post('/idp/oauth2/authorities', { owners }, { authorization: 'Bearer x' })).status).toBe(401);
});

it('no browser stays signed in', async () => {
  const browser = new Browser(auth);
  await browser.authorize(authorizationQuery(auth));
  expect([...browser.cookies.keys()]).toEqual(['auth_form']);
  expect((await browser.open(authorizationQuery(auth))).text).toContain('name="user_password"');
});
