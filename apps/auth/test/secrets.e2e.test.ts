import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, Browser } from './browser.js';
import { callback, password, type RunningAuth, runAuth } from './running-auth.js';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await runAuth({ LOG_LEVEL: 'trace', SIGN_IN_SESSION_HOURS: '1', OPENID_CONNECT: 'true' });
});
afterAll(() => auth.stop());

const typedInTheWrongField = 'typed-in-the-wrong-field';
const wrongPassword = 'a-wrong-password-of-somebody';
const tokenPath = '/idp/oauth2/access_token?realm=/api';

/** Runs every operation that handles a secret, with both correct and wrong values, and returns all the secrets that were used. */
async function useEverything(): Promise<string[]> {
  const { client } = auth;
  const user = { user_id: 'hanako', user_password: password };
  const secrets = [password, wrongPassword, typedInTheWrongField, client.client_secret];
  const keep = (json: Record<string, unknown>) => {
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      const value = json[name];
      if (typeof value === 'string') secrets.push(value);
    }
    return String(json['refresh_token']);
  };
  const browser = new Browser(auth);
  const code = await browser.authorize(authorizationQuery(auth));
  secrets.push(
    code,
    browser.cookies.get('auth_session') ?? '',
    browser.cookies.get('auth_form') ?? '',
    browser.csrfToken,
  );
  const exchange = { ...client, grant_type: 'authorization_code', code, redirect_uri: callback };
  keep((await auth.post(tokenPath, exchange)).json);
  await auth.post(tokenPath, exchange);
  const first = keep((await auth.post('/api/credentials/access_token', { ...client, ...user })).json);
  const reissue = { ...client, grant_type: 'refresh_token', refresh_token: first };
  const second = keep((await auth.post(tokenPath, reissue)).json);
  keep((await auth.post(tokenPath, reissue)).json);
  await auth.post('/idp/oauth2/introspect', { ...client, token: second });
  await auth.post('/idp/oauth2/revoke', { ...client, token: second });
  await auth.post(tokenPath, reissue);
  for (const user_id of ['hanako', typedInTheWrongField]) {
    await auth.post('/api/credentials/access_token', { ...client, user_id, user_password: wrongPassword });
    await browser.open(authorizationQuery(auth, { prompt: 'login' }));
    await browser.send({ user_id, user_password: wrongPassword, decision: 'sign-in' });
  }
  await auth.post(`/api/credentials/access_token?user_password=${wrongPassword}`, 'x');
  await auth.get(`/idp/oauth2/authorize?${authorizationQuery(auth)}&user_password=${wrongPassword}`);
  const rotated = await auth.administration.clients.rotateSecret(client.client_id);
  secrets.push(rotated.clientSecret);
  const basic = Buffer.from(`${client.client_id}:${rotated.clientSecret}`).toString('base64');
  secrets.push(basic);
  await auth.post('/idp/oauth2/introspect', { token: second }, { authorization: `Basic ${basic}` });
  const link = await auth.administration.users.makeResetLink('hanako', { lifetimeSeconds: 60 });
  await browser.openPath(`/idp/account/reset?link=${link.secret}`);
  secrets.push(link.secret, fieldIn(browser.page, 'proof'));
  const typed = { new_password: `${password} anew`, repeated_password: `${password} anew` };
  await browser.send({ link: link.secret, proof: fieldIn(browser.page, 'proof'), ...typed, decision: 'set' });
  await auth.administration.users.setPassword('hanako', `${password} again`);
  return secrets;
}

const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

async function databaseFiles(): Promise<Buffer> {
  const folder = dirname(auth.databaseFile);
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

describe('after everything has been used', () => {
  it('no secret stands in the log or, in clear or as its bytes, in the database', async () => {
    const secrets = await useEverything();
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter((secret) => secret.length < 20)).toEqual([]);
    const log = auth.log.join('\n');
    const stored = await databaseFiles();
    expect(stored.length).toBeGreaterThan(10_000);
    expect(log).toContain('"status":400');
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(stored.includes(secret)).toBe(false);
      expect(stored.includes(Buffer.from(secret, 'base64url'))).toBe(false);
    }
  });
});
