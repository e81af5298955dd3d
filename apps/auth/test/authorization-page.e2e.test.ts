import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, Browser } from './browser.js';
import { callback, password, runAuth, shareAuth, type TestedAuth } from './running-auth.js';

const userId = 'page-reader';
let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth(userId);
});

const opened = async () => {
  const browser = new Browser(auth);
  await browser.open(authorizationQuery(auth));
  return browser;
};

const right = { user_id: userId, user_password: password, decision: 'sign-in' };

const repeated = (parameter: string) => new Browser(auth).open(`${authorizationQuery(auth)}&${parameter}`);

/** The value of `state` as it is written in an address (percent-encoded). */
const stateIn = (location: string | null) => /[?&]state=([^&]*)/.exec(location ?? '')?.[1];

describe('authorization page', () => {
  it('is a page that nobody may frame or keep, and in which only its own script runs', async () => {
    const answer = await new Browser(auth).open(authorizationQuery(auth));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.text).toContain('Shop &amp; Sons');
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(answer.text) ?? [];
    const allowed = `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`;
    expect(answer.headers.get('content-security-policy')).toContain(allowed);
    expect(answer.text.match(/<script/g)).toHaveLength(1);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^auth_form=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('speaks the language of the browser, or the one chosen', async () => {
    const browser = new Browser(auth);
    const japanese = await browser.open(authorizationQuery(auth), { 'accept-language': 'ja' });
    expect(japanese.text).toContain('<html lang="ja">');
    const english = await browser.open(authorizationQuery(auth, { lang: 'en' }), { 'accept-language': 'ja' });
    expect(english.text).toContain('<html lang="en">');
  });

  it('brings a code, the untouched state and the issuer back to the client', async () => {
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    const answer = await browser.send(right);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(callback);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'state & "quoted" あ',
      iss: auth.url,
    });
  });

  it.each([
    ['bytes that are no UTF-8', '%ff%FE%80', '%FF%FE%80'],
    ['UTF-8 that is cut off, a plus and a percent sign', 'a+b%E3%81%2', 'a%20b%E3%81%252'],
    ['nothing', '', ''],
  ])(
    'brings a state of %s back byte for byte, also with an error and after a change of the language',
    async (_what, sent, back) => {
      const query = `${authorizationQuery(auth, { state: '' })}&state=${sent}`;
      const refused = await new Browser(auth).open(`${query}&prompt=none`);
      expect(stateIn(refused.headers.get('location'))).toBe(back);
      const browser = new Browser(auth);
      await browser.open(query);
      const other = /hreflang="ja" href="[^"?]*\?([^"]*)"/.exec(browser.page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      await browser.open(other);
      const answer = await browser.send(right);
      expect([answer.status, stateIn(answer.headers.get('location'))]).toEqual([303, back]);
    },
  );

  it.each([
    ['a wrong password', { ...right, user_password: 'wrong' }],
    ['an unknown user', { ...right, user_id: 'nobody' }],
  ])('stays for %s, keeps the user ID and forgets the password', async (_what, fields) => {
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    const answer = await browser.send(fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`value="${fields.user_id}"`);
    expect(answer.text).not.toContain('wrong"');
    expect(answer.text).toContain('role="alert"');
  });

  it.each([
    ['no user ID', { user_password: password }],
    ['no password', { user_id: userId }],
  ])('stays for %s', async (_what, fields) => {
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    expect((await browser.send({ ...fields, decision: 'sign-in' })).status).toBe(400);
  });

  it('says when a lock ends, for unknown users too', async () => {
    await auth.administration.users.create({ userId: 'locked', memberCode: '1', password });
    for (const user_id of ['locked', 'unknown']) {
      const browser = new Browser(auth);
      await browser.open(authorizationQuery(auth));
      for (let attempt = 0; attempt < 10; attempt++) await browser.send({ ...right, user_id, user_password: 'wrong' });
      const answer = await browser.send({ ...right, user_id });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  describe('refuses the form', () => {
    it.each([
      ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['of another origin', { origin: 'https://evil.example' }, 403],
      ['without its cookie', { cookie: '' }, 400],
      ['of another browser', { cookie: `auth_form=${'A'.repeat(22)}` }, 403],
    ])('%s', async (_what, headers, status) => {
      const answer = await (await opened()).send(right, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('location')).toBeNull();
    });

    it.each(['', 'A'.repeat(51), 'short'])('with the token %j', async (csrf_token) => {
      expect((await (await opened()).send({ ...right, csrf_token })).status).toBe(403);
    });

    it('with the token of another request', async () => {
      const browser = await opened();
      const other = browser.csrfToken;
      await browser.open(authorizationQuery(auth, { state: 'other' }));
      expect((await browser.send({ ...right, csrf_token: other })).status).toBe(403);
    });

    it('with a repeated field', async () => {
      const answer = await auth.post(`/idp/oauth2/authorize?${authorizationQuery(auth)}`, 'user_id=a&user_id=b');
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toContain('text/html');
      // If the form has already been sent, the page contains no link to the other language, because the form cannot be sent
      // again.
      expect(answer.text).not.toContain('hreflang');
    });

    it('that has been open for too long, and keeps the user ID', async () => {
      const quick = await runAuth({ SIGN_IN_FORM_SECONDS: '1' });
      try {
        const browser = new Browser(quick);
        await browser.open(authorizationQuery(quick));
        await sleep(1_100);
        const answer = await browser.send({ ...right, user_id: quick.userId });
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('This page was open for a long time.');
        expect(answer.text).toContain(`value="${quick.userId}"`);
      } finally {
        await quick.stop();
      }
    });
  });

  it('says that the cookie is missing, not that time has passed, and what the application may do', async () => {
    for (const [lang, cause, order] of [
      ['en', 'Allow cookies for this site', 'place orders'],
      ['ja', 'Cookie を許可', '発注'],
    ] as const) {
      const browser = new Browser(auth);
      await browser.open(authorizationQuery(auth, { lang }));
      expect(browser.page).toContain(order);
      const answer = await browser.send({ ...right, lang }, { cookie: '' });
      expect(answer.text).toContain(cause);
      expect(answer.text).toContain(`value="${userId}"`);
    }
  });

  it.each([
    ['keeps a browser that it has named', 'A'.repeat(22), false],
    ['names a browser anew whose cookie cannot be ours', 'x', true],
  ])('%s', async (_what, value, isNamed) => {
    const { headers } = await new Browser(auth).open(authorizationQuery(auth), { cookie: `auth_form=${value}` });
    expect((headers.get('set-cookie') ?? '').includes('auth_form=')).toBe(isNamed);
  });

  it('tells a problem in the other language as well', async () => {
    const { text } = await new Browser(auth).open(authorizationQuery(auth, { client_id: 'nobody' }));
    const address = /hreflang="ja" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await auth.get(address)).text).toContain('<html lang="ja">');
  });

  it.each(['csrf_token', 'user_id', 'user_password', 'decision', 'client_secret'])(
    'takes no %s from an address, which others may read',
    async (name) => {
      const answer = await repeated(`${name}=x`);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('<form');
    },
  );

  it.each([
    ['a client with a null character', { client_id: 'a\0b' }],
    ['no client', { client_id: '' }],
  ])('never redirects for %s', async (_what, change) => {
    const answer = await new Browser(auth).open(authorizationQuery(auth, change));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  it.each([
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['more scope', { scope: 'openid profile email qualified admin' }, 'invalid_scope'],
    ['another response_mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a challenge without a method', { code_challenge: challenge }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    ['a request object', { request: 'e30' }, 'request_not_supported'],
    ['a request_uri', { request_uri: 'https://client.example/r' }, 'request_uri_not_supported'],
    ['a null character', { nonce: 'a\0b' }, 'invalid_request'],
    ['prompt=none', { prompt: 'none' }, 'login_required'],
  ])('tells the client about %s', async (_what, change, error) => {
    const answer = await new Browser(auth).open(authorizationQuery(auth, change));
    expect(answer.status).toBe(303);
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'state & "quoted" あ',
      iss: auth.url,
    });
  });

  it('takes the scope in any order', async () => {
    const query = authorizationQuery(auth, { scope: 'qualified email profile openid' });
    expect((await new Browser(auth).open(query)).status).toBe(200);
  });

  it('refuses repeated parameters', async () => {
    expect((await repeated('client_id=other')).status).toBe(400);
    const told = await repeated('scope=openid');
    expect(told.status).toBe(303);
    const twoStates = await repeated('state=other');
    expect(new URL(twoStates.headers.get('location') ?? '').searchParams.has('state')).toBe(false);
  });

  it('refuses a password in the address', async () => {
    const answer = await new Browser(auth).open(`${authorizationQuery(auth)}&user_password=x`);
    expect(answer.status).toBe(400);
  });

  it('requires PKCE of a client that must use it', async () => {
    const { client } = await auth.administration.clients.create({
      name: 'Careful',
      redirectUris: [callback],
      pkceRequired: true,
    });
    const query = authorizationQuery(auth, { client_id: client.clientId });
    const answer = await new Browser(auth).open(query);
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
    const proven = `${query}&code_challenge=${challenge}&code_challenge_method=S256`;
    expect((await new Browser(auth).open(proven)).status).toBe(200);
  });
});

describe('sign-in session', () => {
  it('asks a signed-in browser only to confirm, until the browser signs out', async () => {
    const browser = new Browser(auth);
    await browser.authorize(authorizationQuery(auth));
    const first = browser.cookies.get('auth_session');
    expect((await browser.open(authorizationQuery(auth))).text).not.toContain('name="user_password"');
    const allowed = await browser.send({ decision: 'allow' });
    expect(new URL(allowed.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/);

    await browser.open(authorizationQuery(auth, { prompt: 'login' }));
    await browser.send(right);
    expect(browser.cookies.get('auth_session')).not.toBe(first);

    await browser.open(authorizationQuery(auth));
    const stolen = browser.cookies.get('auth_session') ?? '';
    expect((await browser.send({ decision: 'sign-out' })).status).toBe(200);
    expect(browser.cookies.has('auth_session')).toBe(false);
    browser.cookies.set('auth_session', stolen);
    expect((await browser.open(authorizationQuery(auth))).text).toContain('name="user_password"');
  });

  it.each([
    ['asks for the password although the browser is signed in', { prompt: 'login' }],
    ['limits how long ago that may have been', { max_age: '3600' }],
  ])('does not stand for the password where the request %s', async (_what, change) => {
    const browser = new Browser(auth);
    await browser.authorize(authorizationQuery(auth));
    await browser.open(authorizationQuery(auth, change));
    const answer = await browser.send({ decision: 'allow' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('name="user_password"');
  });

  it('cannot be confirmed once it has ended', async () => {
    const browser = new Browser(auth);
    await browser.authorize(authorizationQuery(auth));
    await browser.open(authorizationQuery(auth));
    browser.cookies.delete('auth_session');
    const answer = await browser.send({ decision: 'allow' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('name="user_password"');
  });

  it('ends with the password', async () => {
    const browser = new Browser(auth);
    await browser.authorize(authorizationQuery(auth));
    await auth.administration.users.setPassword(userId, password);
    expect((await browser.open(authorizationQuery(auth))).text).toContain('name="user_password"');
  });
});
