import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, authorizePath, Browser } from './browser.js';
import {
  type Answer,
  callback,
  password,
  type RunningAuth,
  runAuth,
  shareAuth,
  type TestedAuth,
} from './running-auth.js';

const base = '/idp/oauth2';
const tokenPath = `${base}/access_token?realm=/api`;
const credentialsPath = '/api/credentials/access_token';

describe('a server behind https', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await runAuth({ AUTH_ISSUER: 'https://auth.example', SIGN_IN_SESSION_HOURS: '1' });
  });
  afterAll(() => auth.stop());

  it('sets and removes its cookies so that no script, no other host and no unencrypted request sees them', async () => {
    const browser = new Browser(auth);
    const query = authorizationQuery(auth);
    const opened = await browser.open(query);
    const signIn = { user_id: auth.userId, user_password: password, decision: 'sign-in' };
    const signedIn = await browser.send(signIn);
    await browser.open(query);
    const signedOut = await browser.send({ decision: 'sign-out' });
    const attributes = 'Path=/; HttpOnly; SameSite=Lax; Secure';
    expect([opened, signedIn, signedOut].map(({ headers }) => headers.getSetCookie())).toEqual([
      [expect.stringMatching(new RegExp(`^__Host-auth_form=[\\w-]{22}; ${attributes}$`))],
      [expect.stringMatching(new RegExp(`^__Host-auth_session=[\\w-]{43}; Max-Age=3600; ${attributes}$`))],
      [`__Host-auth_session=; Max-Age=0; ${attributes}`],
    ]);
  });

  it('does not take cookies that an unencrypted answer could have set', async () => {
    const browser = new Browser(auth);
    const query = authorizationQuery(auth);
    await browser.open(query);
    const id = browser.cookies.get('__Host-auth_form') ?? '';
    browser.cookies.clear();
    browser.cookies.set('auth_form', id);
    const answer = await browser.send({ user_id: auth.userId, user_password: password, decision: 'sign-in' });
    expect(answer).toMatchObject({ status: 400, headers: expect.anything() });
    expect(answer.headers.get('location')).toBeNull();
  });
});

describe('an answer that is about a token or a person', () => {
  let auth: TestedAuth;
  let client: Record<'client_id' | 'client_secret', string>;
  beforeAll(async () => {
    auth = await shareAuth();
    const made = await auth.administration.clients.create({ name: 'OpenID', redirectUris: [callback], openid: true });
    client = { client_id: made.client.clientId, client_secret: made.clientSecret };
  });

  const credentials = (fields: Readonly<Record<string, string>> = {}) =>
    auth.post(credentialsPath, { ...client, user_id: auth.userId, user_password: password, ...fields });
  const tokens = async () => (await credentials()).json as Record<'access_token' | 'refresh_token', string>;
  const locked = async () => {
    const nobody = { user_id: 'locked-nobody' };
    for (let attempt = 0; attempt < 10; attempt++) await credentials({ ...nobody, user_password: 'wrong' });
    return credentials(nobody);
  };

  it.each<[string, number, () => Promise<Answer>]>([
    ['tokens', 200, () => credentials()],
    ['tokens in XML', 200, () => credentials({ response_type: 'xml' })],
    ['a refused password', 400, () => credentials({ user_password: 'wrong' })],
    ['a lock', 429, locked],
    [
      'a reissue',
      200,
      async () =>
        auth.post(tokenPath, { ...client, grant_type: 'refresh_token', refresh_token: (await tokens()).refresh_token }),
    ],
    [
      'a refused reissue',
      400,
      () => auth.post(tokenPath, { ...client, grant_type: 'refresh_token', refresh_token: 'x' }),
    ],
    [
      'introspection of a good token',
      200,
      async () => auth.post(`${base}/introspect`, { ...client, token: (await tokens()).access_token }),
    ],
    ['introspection of another one', 200, () => auth.post(`${base}/introspect`, { ...client, token: 'x' })],
    ['refused introspection', 400, () => auth.post(`${base}/introspect`, { token: 'x' })],
    ['revocation', 200, async () => auth.post(`${base}/revoke`, { ...client, token: (await tokens()).access_token })],
    ['refused revocation', 400, () => auth.post(`${base}/revoke`, { token: 'x' })],
    [
      'user information',
      200,
      async () => auth.get(`${base}/userinfo`, { authorization: `Bearer ${(await tokens()).access_token}` }),
    ],
    [
      'user information, posted',
      200,
      async () => auth.post(`${base}/userinfo`, { access_token: (await tokens()).access_token }),
    ],
    ['refused user information', 401, () => auth.get(`${base}/userinfo`)],
    [
      'user information for another client',
      403,
      async () => {
        const { json } = await credentials(auth.client);
        return auth.get(`${base}/userinfo`, { authorization: `Bearer ${String(json['access_token'])}` });
      },
    ],
    ['the revocation feed', 200, () => auth.get(`${base}/revocations`)],
    ['the refused revocation feed', 400, () => auth.get(`${base}/revocations?after=x`)],
    ['the authorization page', 200, () => auth.get(`${authorizePath}?${authorizationQuery(auth)}`)],
    ['a refused authorization page', 400, () => auth.get(authorizePath)],
    [
      'the way back to an application',
      303,
      () => auth.get(`${authorizePath}?${authorizationQuery(auth, { scope: 'other' })}`),
    ],
    ['a wrong method', 405, () => auth.get(`${base}/introspect`)],
    ['an unknown path', 404, () => auth.get('/nothing')],
  ])('is kept by nobody on the way: %s', async (_what, status, ask) => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([
      status,
      'no-store',
      'no-cache',
    ]);
  });

  it.each([
    [`${base}/jwks`, 'public, max-age=30'],
    ['/.well-known/oauth-authorization-server', 'public, max-age=300'],
    ['/.well-known/openid-configuration', 'public, max-age=300'],
  ])('and what is public may be kept for a while: %s', async (path, cacheControl) => {
    expect((await auth.get(path)).headers.get('cache-control')).toBe(cacheControl);
  });
});
