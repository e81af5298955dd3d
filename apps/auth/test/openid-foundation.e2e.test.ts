import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { authorizationQuery, authorizePath, Browser } from './browser.js';
import { callback, password, realm, shareAuth, type TestedAuth } from './running-auth.js';

const tokenPath = `/idp/oauth2/access_token${realm}`;
const userInfoPath = '/idp/oauth2/userinfo';
const scope = 'openid profile email qualified';

/**
 * The tests of the conformance suite of the OpenID Foundation, from its plans `oidcc-config-certification-test-plan`
 * and `oidcc-basic-certification-test-plan` (static client, code). Each test is performed here with the fixed
 * parameters of the contract, or the documents give the reason why not. A row checks the demand of the test; a row
 * under `exceptions` shows what this server does instead.
 */
const published = `
  oidcc-discovery-endpoint-verification
  oidcc-server oidcc-response-type-missing oidcc-idtoken-signature oidcc-idtoken-unsigned oidcc-userinfo-get
  oidcc-userinfo-post-header oidcc-userinfo-post-body oidcc-ensure-request-without-nonce-succeeds-for-code-flow
  oidcc-scope-profile oidcc-scope-email oidcc-scope-address oidcc-scope-phone oidcc-scope-all oidcc-alternate-happy-flow
  oidcc-display-page oidcc-display-popup oidcc-prompt-login oidcc-prompt-none-not-logged-in oidcc-prompt-none-logged-in
  oidcc-max-age-1 oidcc-max-age-10000 oidcc-ensure-request-with-unknown-parameter-succeeds oidcc-id-token-hint
  oidcc-login-hint oidcc-ui-locales oidcc-claims-locales oidcc-ensure-request-with-acr-values-succeeds oidcc-codereuse
  oidcc-codereuse-30seconds oidcc-ensure-registered-redirect-uri oidcc-ensure-post-request-succeeds
  oidcc-server-client-secret-post oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported
  oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported oidcc-claims-essential
  oidcc-ensure-request-object-with-redirect-uri oidcc-refresh-token oidcc-ensure-request-with-valid-pkce-succeeds
`
  .trim()
  .split(/\s+/);

/** The tests that do not apply to this server. The documents give the reason for each test. */
const notApplicable = ['oidcc-idtoken-signature', 'oidcc-idtoken-unsigned', 'oidcc-scope-address', 'oidcc-scope-phone'];

let auth: TestedAuth;
let client: Record<'client_id' | 'client_secret', string>;
let basic: Record<string, string>;
let userId: string;

beforeAll(async () => {
  auth = await shareAuth();
  const { clients, users } = auth.administration;
  const made = await clients.create({ name: 'OpenID', redirectUris: [callback], openid: true });
  client = { client_id: made.client.clientId, client_secret: made.clientSecret };
  const joined = `${client.client_id}:${client.client_secret}`;
  basic = { authorization: `Basic ${Buffer.from(joined).toString('base64')}` };
  const user = { userId: 'yamada', memberCode: '10000001', password };
  ({ userId } = await users.create({ ...user, name: '山田花子', email: 'hanako@example.jp' }));
});

type Fields = Readonly<Record<string, string>>;

const queryOf = (change: Fields = {}) =>
  authorizationQuery(auth, { client_id: client.client_id, nonce: 'a nonce', ...change });

/** Signs in, and returns the parameters that the browser brings back. */
async function comeBack(change: Fields = {}, browser = new Browser(auth)): Promise<URLSearchParams> {
  await browser.open(queryOf(change));
  const answer = await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
  return new URL(answer.headers.get('location') ?? 'none:').searchParams;
}

/** Returns the parameters of the answer to a request that is refused at once. */
async function refused(change: Fields, browser = new Browser(auth)): Promise<URLSearchParams> {
  const answer = await browser.open(queryOf(change));
  return new URL(answer.headers.get('location') ?? 'none:').searchParams;
}

const exchange = (code: string | null, more: Fields = {}, headers = basic) =>
  auth.post(
    tokenPath,
    { grant_type: 'authorization_code', code: code ?? '', redirect_uri: callback, ...more },
    headers,
  );

interface Outcome {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly claims: JWTPayload;
}

async function read(json: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const keys = createRemoteJWKSet(new URL(`${auth.url}/idp/oauth2/jwks`), { timeoutDuration: 200_000 });
  const options = { issuer: auth.url, audience: client.client_id };
  const { payload } = await jwtVerify(String(json['id_token']), keys, options);
  return { accessToken: String(json['access_token']), refreshToken: String(json['refresh_token']), claims: payload };
}

/** The whole code flow. */
async function signIn(change: Fields = {}, browser = new Browser(auth)): Promise<Outcome> {
  return read((await exchange((await comeBack(change, browser)).get('code'))).json);
}

const bearer = ({ accessToken }: Outcome) => ({ authorization: `Bearer ${accessToken}` });
const userInfo = async (outcome: Outcome) => (await auth.get(userInfoPath, bearer(outcome))).json;

/** Whether the page asks for the password again, although the browser is already signed in. */
async function asksAgain(browser: Browser, change: Fields): Promise<boolean> {
  return (await browser.open(queryOf(change))).text.includes('name="user_password"');
}

function unsigned(claims: object): string {
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}

type Rows = Readonly<Record<string, () => Promise<void>>>;

async function succeedsWith(change: Fields): Promise<void> {
  expect((await signIn(change)).claims).toMatchObject({ nonce: 'a nonce', aud: client.client_id });
}

async function describesUser(ask: (outcome: Outcome) => Promise<{ readonly json: object }>): Promise<void> {
  const outcome = await signIn();
  expect((await ask(outcome)).json).toMatchObject({ sub: outcome.claims.sub, name: '山田花子' });
}

const performed: Rows = {
  'oidcc-server': async () => {
    const code = (await comeBack({ state: 'a state' })).get('code');
    const answer = await exchange(code);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { claims } = await read(answer.json);
    expect(claims).toMatchObject({ nonce: 'a nonce', at_hash: expect.any(String), auth_time: expect.any(Number) });
    expect(Number(claims.exp) > Number(claims.iat)).toBe(true);
  },
  'oidcc-server-client-secret-post': async () => {
    const answer = await exchange((await comeBack()).get('code'), client, {});
    expect((await read(answer.json)).claims.sub).toEqual(expect.any(String));
  },
  'oidcc-response-type-missing': async () => {
    expect((await refused({ response_type: '' })).get('error')).toBe('invalid_request');
  },
  'oidcc-userinfo-get': () => describesUser((outcome) => auth.get(userInfoPath, bearer(outcome))),
  'oidcc-userinfo-post-header': () => describesUser((outcome) => auth.post(userInfoPath, {}, bearer(outcome))),
  'oidcc-userinfo-post-body': () =>
    describesUser(({ accessToken }) => auth.post(userInfoPath, { access_token: accessToken })),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    expect((await signIn({ nonce: '' })).claims).not.toHaveProperty('nonce');
  },
  'oidcc-alternate-happy-flow': async () => {
    await succeedsWith({ scope: scope.split(' ').toReversed().join(' ') });
    const reversed = new URLSearchParams([...new URLSearchParams(queryOf())].toReversed()).toString();
    expect((await new Browser(auth).open(reversed)).status).toBe(200);
  },
  'oidcc-display-page': () => succeedsWith({ display: 'page' }),
  'oidcc-display-popup': () => succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': async () => {
    const browser = new Browser(auth);
    const first = await signIn({}, browser);
    expect([await asksAgain(browser, {}), await asksAgain(browser, { prompt: 'login' })]).toEqual([false, true]);
    const second = await signIn({ prompt: 'login' }, browser);
    expect(Number(second.claims['auth_time']) >= Number(first.claims['auth_time'])).toBe(true);
  },
  'oidcc-prompt-none-not-logged-in': async () => {
    const query = await refused({ prompt: 'none', state: 'a state' });
    expect([query.get('error'), query.get('state')]).toEqual(['login_required', 'a state']);
  },
  'oidcc-max-age-1': async () => {
    const browser = new Browser(auth);
    await signIn({}, browser);
    expect(await asksAgain(browser, { max_age: '1' })).toBe(true);
    expect((await signIn({ max_age: '1' }, browser)).claims).toHaveProperty('auth_time');
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': () => succeedsWith({ extra: 'foobar' }),
  'oidcc-login-hint': () => succeedsWith({ login_hint: 'buffy@auth.example' }),
  'oidcc-ui-locales': () => succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': () => succeedsWith({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': () => succeedsWith({ acr_values: '1 2' }),
  'oidcc-codereuse': async () => {
    const code = (await comeBack()).get('code');
    expect([(await exchange(code)).status, (await exchange(code)).json['error']]).toEqual([200, 'invalid_grant']);
  },
  /** The suite waits 30 seconds. This test does not wait, because nothing changes here in this time. */
  'oidcc-codereuse-30seconds': async () => {
    const code = (await comeBack()).get('code');
    const outcome = await read((await exchange(code)).json);
    expect((await exchange(code)).json['error']).toBe('invalid_grant');
    expect((await auth.get(userInfoPath, bearer(outcome))).status).toBe(401);
  },
  'oidcc-ensure-registered-redirect-uri': async () => {
    const answer = await new Browser(auth).open(queryOf({ redirect_uri: `${callback}/other` }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('not registered');
  },
  'oidcc-ensure-post-request-succeeds': async () => {
    const posted = await auth.post(`${authorizePath}${realm}`, queryOf({ realm: '', state: 'a state & あ' }));
    expect(posted.status).toBe(303);
    const browser = new Browser(auth);
    await browser.openPath(posted.headers.get('location') ?? '');
    const answer = await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    const query = new URL(answer.headers.get('location') ?? 'none:').searchParams;
    expect([query.has('code'), query.get('state')]).toEqual([true, 'a state & あ']);
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async () => {
    const query = await refused({ request_uri: 'https://client.example/request.jwt' });
    expect(query.get('error')).toBe('request_uri_not_supported');
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const request = unsigned({ iss: client.client_id, aud: auth.url, response_type: 'code', scope: 'openid' });
    expect((await refused({ request })).get('error')).toBe('request_not_supported');
  },
  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    const request = unsigned({ iss: client.client_id, aud: auth.url, redirect_uri: callback });
    const answer = await new Browser(auth).open(queryOf({ request, redirect_uri: `${callback}/invalid` }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  },
  'oidcc-claims-essential': async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    expect(await userInfo(await signIn({ claims }))).toMatchObject({ name: '山田花子' });
  },
  'oidcc-refresh-token': async () => {
    const first = await signIn();
    const renew = (refresh: string, headers: Record<string, string>) =>
      auth.post(tokenPath, { grant_type: 'refresh_token', refresh_token: refresh }, headers);
    const other = Buffer.from(`${auth.client.client_id}:${auth.client.client_secret}`).toString('base64');
    const stolen = await renew(first.refreshToken, { authorization: `Basic ${other}` });
    expect([stolen.status, stolen.json['error']]).toEqual([400, 'invalid_grant']);
    const second = await read((await renew(first.refreshToken, basic)).json);
    const [kept, renewed] = [first, second].map(({ claims: { iss, sub, aud, auth_time: at } }) => [iss, sub, aud, at]);
    expect(renewed).toEqual(kept);
    expect((await auth.get(userInfoPath, bearer(second))).status).toBe(200);
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const code = (await comeBack(challenge)).get('code');
    const answer = await exchange(code, { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' });
    expect((await read(answer.json)).claims.nonce).toBe('a nonce');
  },
};

/** The tests in which this server deliberately does something else than the suite demands. */
const exceptions: Rows = {
  // The suite demands that RS256 is one of the algorithms.
  'oidcc-discovery-endpoint-verification': async () => {
    const { status, headers, json } = await auth.get('/.well-known/openid-configuration');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const base = `${auth.url}/idp/oauth2`;
    expect(json).toMatchObject({
      issuer: auth.url,
      authorization_endpoint: `${base}/authorize${realm}`,
      token_endpoint: `${base}/access_token${realm}`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/jwks`,
      scopes_supported: expect.arrayContaining(['openid']),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
    const { json: keys } = await auth.get('/idp/oauth2/jwks');
    const allowed = ['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use'];
    expect(
      (keys['keys'] as object[]).flatMap((key) => Object.keys(key)).filter((name) => !allowed.includes(name)),
    ).toEqual([]);
  },
  // The suite asks for `openid` and one more scope, but here the scope is fixed.
  'oidcc-scope-profile': async () => {
    expect((await refused({ scope: 'openid profile' })).get('error')).toBe('invalid_scope');
    expect(await userInfo(await signIn())).toMatchObject({ name: '山田花子', preferred_username: userId });
  },
  'oidcc-scope-email': async () => {
    expect((await refused({ scope: 'openid email' })).get('error')).toBe('invalid_scope');
    expect(await userInfo(await signIn())).toMatchObject({ email: 'hanako@example.jp' });
  },
  'oidcc-scope-all': async () => {
    expect((await refused({ scope: 'openid profile email address phone' })).get('error')).toBe('invalid_scope');
  },
  // The suite demands that the server issues a code without showing a page. Here a person decides about each request.
  'oidcc-prompt-none-logged-in': async () => {
    const browser = new Browser(auth);
    await signIn({}, browser);
    expect((await refused({ prompt: 'none' }, browser)).get('error')).toBe('login_required');
  },
  'oidcc-id-token-hint': async () => {
    const browser = new Browser(auth);
    const answer = await exchange((await comeBack({}, browser)).get('code'));
    const hint = String(answer.json['id_token']);
    expect((await refused({ prompt: 'none', id_token_hint: hint }, browser)).get('error')).toBe('login_required');
    await succeedsWith({ id_token_hint: hint });
  },
  // The suite demands that nobody is asked for the password. Here every request with `max_age` asks for it.
  'oidcc-max-age-10000': async () => {
    const browser = new Browser(auth);
    expect((await signIn({ max_age: '15000' }, browser)).claims).toHaveProperty('auth_time');
    expect(await asksAgain(browser, { max_age: '10000' })).toBe(true);
  },
};

describe('the tests of the OpenID Foundation: performed', () => {
  it.each(Object.entries(performed))('%s', async (_name, perform) => {
    await perform();
    expect.hasAssertions();
  });
});

describe('the tests of the OpenID Foundation: documented exceptions', () => {
  it.each(Object.entries(exceptions))('%s', async (_name, perform) => {
    await perform();
    expect.hasAssertions();
  });
});

describe('the published list', () => {
  it('is complete: each test is performed, is an exception, or does not apply', () => {
    const known = [...Object.keys(performed), ...Object.keys(exceptions), ...notApplicable];
    expect(known.toSorted()).toEqual(published.toSorted());
  });

  it.each([...Object.keys(exceptions), ...notApplicable])('has the reason for %s in the documents', async (name) => {
    const documents = new URL('../../../docs/', import.meta.url);
    for (const file of ['open-points.md', 'open-points.ja.md']) {
      expect(await readFile(new URL(file, documents), 'utf8')).toContain(`\`${name}\``);
    }
  });
});
