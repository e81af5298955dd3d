import { beforeAll, describe, expect, it } from '@jest/globals';
import { AuthorizationCode } from 'simple-oauth2';
import { Browser } from '../browser.js';
import { callback, realm, shareAuth, type TestedAuth } from '../running-auth.js';
import { tokenRecord } from './expectations.js';

let auth: TestedAuth;
let client: AuthorizationCode;

beforeAll(async () => {
  auth = await shareAuth();
  client = new AuthorizationCode({
    client: { id: auth.client.client_id, secret: auth.client.client_secret },
    auth: {
      tokenHost: auth.url,
      tokenPath: `/idp/oauth2/access_token${realm}`,
      revokePath: '/idp/oauth2/revoke',
      authorizePath: '/idp/oauth2/authorize',
    },
    options: { authorizationMethod: 'body' },
  });
});

async function signIn() {
  const ours = { realm: '/api', access_type: 'offline' };
  const scope = 'openid profile email qualified';
  const address = client.authorizeURL({ redirect_uri: callback, scope, state: 'state', ...ours });
  const answer = await new Browser(auth).signIn(new URL(address).search.slice(1));
  return client.getToken({ code: answer.searchParams.get('code') ?? '', redirect_uri: callback });
}

describe('simple-oauth2', () => {
  it('takes the code flow and knows the expiry', async () => {
    const begin = Date.now();
    const accessToken = await signIn();
    expect(accessToken.token).toMatchObject(tokenRecord);
    const expiresAt = accessToken.token['expires_at'] as Date;
    expect(expiresAt.getTime() - begin).toBeGreaterThan(299_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(300_000);
    expect(accessToken.expired()).toBe(false);
    expect(accessToken.expired(301)).toBe(true);
  });

  it('reissues', async () => {
    const first = await signIn();
    const second = await first.refresh();
    expect(second.token).toMatchObject(tokenRecord);
    expect(second.token['refresh_token']).not.toBe(first.token['refresh_token']);
    expect(second.expired()).toBe(false);
  });

  it('revokes both tokens', async () => {
    const accessToken = await signIn();
    await accessToken.revokeAll();
    await expect(accessToken.refresh()).rejects.toMatchObject({ data: { payload: { error: 'invalid_grant' } } });
  });
});
