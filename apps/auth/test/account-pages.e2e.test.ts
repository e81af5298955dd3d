import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { authorizationQuery, Browser } from './browser.js';
import { leaked, password, shareAuth, type TestedAuth } from './running-auth.js';

const newPassword = 'four unrelated words here';
const firefox =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0 <script>alert(1)</script>';

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
});

let users = 0;
const paths = { security: '/idp/account/security', password: '/idp/account/password', access: '/idp/account/access' };

async function newUser(): Promise<string> {
  const userId = `person-${++users}`;
  await auth.administration.users.create({ userId, memberCode: '10000001', password });
  return userId;
}

const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** Sends the form of the shown page with its hidden fields. */
const step = (browser: Browser, fields: Readonly<Record<string, string>>) => {
  const hidden = Object.fromEntries(
    ['proof', 'link', 'authenticator'].map((name) => [name, fieldIn(browser.page, name)]),
  );
  return browser.send({ ...hidden, ...fields });
};

async function signedIn(path: string, userId?: string) {
  const person = userId ?? (await newUser());
  const browser = new Browser(auth);
  await browser.openPath(path);
  await browser.send({ user_id: person, user_password: password, decision: 'sign-in' });
  return { userId: person, browser };
}

const change = (typed: string, repeated = typed) => ({
  decision: 'change',
  new_password: typed,
  repeated_password: repeated,
});
const set = (typed: string) => ({ ...change(typed), decision: 'set' });

async function isPassword(userId: string, typed: string): Promise<boolean> {
  const fields = { ...auth.client, user_id: userId, user_password: typed };
  return (await auth.post('/api/credentials/access_token', fields)).status === 200;
}

/** Signs a browser in on the authorization page, and lets it stay signed in. */
async function staying(userId: string, agent = firefox): Promise<Browser> {
  const browser = new Browser(auth);
  await browser.open(authorizationQuery(auth));
  const fields = { user_id: userId, user_password: password, decision: 'sign-in' };
  await browser.send(fields, { 'user-agent': agent });
  return browser;
}

const isSignedIn = async (browser: Browser) =>
  (await browser.open(authorizationQuery(auth))).text.includes('value="allow"');

/** Sets up an authenticator app. Returns the function that computes its next code. */
async function withApp(userId: string): Promise<() => string> {
  const { browser } = await signedIn(paths.security, userId);
  await step(browser, { decision: 'set-up' });
  const secret = /<br><code>([A-Z2-7 ]+)<\/code>/.exec(browser.page)?.[1]?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret });
  await step(browser, { decision: 'enrol', factor_code: app.generate() });
  return () => app.generate({ timestamp: Date.now() + 30_000 });
}

const linkFor = async (userId: string, lifetimeSeconds = 60) =>
  `/idp/account/reset?link=${(await auth.administration.users.makeResetLink(userId, { lifetimeSeconds })).secret}`;

/** Returns the values of the buttons with this name. */
const buttons = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g'))].map(([, value = '']) => value);

describe('page for changing the password', () => {
  it('changes it after the present one, and leaves only this browser signed in', async () => {
    const userId = await newUser();
    const [here, elsewhere] = [await staying(userId), await staying(userId)];
    await here.openPath(paths.password);
    await here.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    expect(here.page.match(/<script/g)).toHaveLength(1);
    const answer = await step(here, change(newPassword));
    expect([answer.status, answer.text.includes('Your password is changed')]).toEqual([200, true]);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect([await isPassword(userId, password), await isPassword(userId, newPassword)]).toEqual([false, true]);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  it('asks for the code of a user who has an app, before anything else', async () => {
    const userId = await newUser();
    const code = await withApp(userId);
    const { browser } = await signedIn(paths.password, userId);
    expect(browser.page).toContain('name="factor_code"');
    expect((await step(browser, change(newPassword))).status).toBe(400);
    expect(await auth.administration.users.get(userId)).toMatchObject({ generation: 1 });
    await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    await step(browser, { decision: 'verify', factor_code: code() });
    expect((await step(browser, change(newPassword))).text).toContain('Your password is changed');
  });

  it.each([
    ['left out', '', '', 'Enter the new password'],
    ['typed once', newPassword, '', 'and then once more'],
    ['typed twice, differently', newPassword, `${newPassword}!`, 'two entries are different'],
    ['too short', 'seven77', 'seven77', 'at least 8 characters'],
    ['too long', 'long '.repeat(300), 'long '.repeat(300), 'at most 1,024 characters'],
    ['leaked', leaked, leaked, 'four unrelated words'],
    ['the present one', password, password, 'your present password'],
    ['invisible', 'correct\u200bhorse', 'correct\u200bhorse', 'cannot be seen'],
  ])('says what would help with a password that is %s', async (_what, typed, repeated, help) => {
    const { userId, browser } = await signedIn(paths.password);
    const answer = await step(browser, change(typed, repeated));
    expect([answer.status, answer.text.includes('role="alert"')]).toEqual([400, true]);
    expect(answer.text).toContain(help);
    expect(answer.text).not.toContain(newPassword);
    expect(await auth.administration.users.get(userId)).toMatchObject({ generation: 1 });
    expect((await step(browser, change(newPassword))).status).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another browser', { cookie: `auth_form=${'A'.repeat(22)}` }, 403],
    ['a form without its token', {}, 403],
  ])('takes no form of %s', async (who, headers, status) => {
    const { userId, browser } = await signedIn(paths.password);
    const token = who.startsWith('a form') ? { csrf_token: 'A'.repeat(59) } : {};
    const proof = fieldIn(browser.page, 'proof');
    const answer = await browser.send({ proof, ...change(newPassword), ...token }, headers);
    expect(answer.status).toBe(status);
    expect(await auth.administration.users.get(userId)).toMatchObject({ generation: 1 });
  });

  it('takes no proof of another browser, of another place, or from before the last change', async () => {
    const { userId, browser } = await signedIn(paths.password);
    const former = fieldIn(browser.page, 'proof');
    const { browser: other } = await signedIn(paths.password);
    expect((await other.send({ proof: former, ...change(newPassword) })).status).toBe(400);
    await step(browser, change(newPassword));
    expect((await browser.send({ proof: former, ...change('yet another one') })).status).toBe(400);
    expect(await isPassword(userId, newPassword)).toBe(true);
  });

  it('counts wrong present passwords as everywhere, and says the same for unknown users', async () => {
    const userId = await newUser();
    const answers = [];
    for (const user_id of [userId, 'nobody-knows']) {
      const browser = new Browser(auth);
      await browser.openPath(paths.password);
      const wrong = { user_id, user_password: 'wrong', decision: 'sign-in' };
      for (let guess = 0; guess < 10; guess++) await browser.send(wrong);
      const { status, text } = await browser.send({ ...wrong, user_password: password });
      answers.push([status, text.replaceAll(user_id, '').replaceAll(/name="csrf_token" value="[^"]*"/g, '')]);
    }
    expect(answers[0]?.[0]).toBe(429);
    expect(answers[1]).toEqual(answers[0]);
    await auth.administration.users.unlock(userId);
  });

  it('leads to the other pages of the account without another sign-in', async () => {
    const { userId, browser } = await signedIn(paths.password);
    const proof = fieldIn(browser.page, 'proof');
    const form = { csrf_token: browser.csrfToken, lang: 'ja', proof, decision: 'show' };
    const cookie = `auth_form=${browser.cookies.get('auth_form')}`;
    for (const [place, path] of Object.entries(paths)) {
      const { status, text } = await auth.post(path, form, { cookie, origin: 'null' });
      expect([place, status, text.includes('aria-current="page"')]).toEqual([place, 200, true]);
    }
    const { text } = await auth.post(paths.security, form, { cookie, origin: 'null' });
    expect(text).toContain(userId);
  });
});

describe('page of a reset link', () => {
  it('sets a password once, however often the link was opened before', async () => {
    const userId = await newUser();
    const link = await linkFor(userId);
    for (let scan = 0; scan < 3; scan++) await auth.get(link);
    const [browser, other] = [new Browser(auth), new Browser(auth)];
    const opened = await browser.openPath(link);
    await other.openPath(`${link}&lang=ja`);
    expect([opened.status, opened.text.includes(userId), opened.headers.get('referrer-policy')]).toEqual([
      200,
      true,
      'no-referrer',
    ]);
    expect((await step(browser, set('short'))).status).toBe(400);
    const done = await step(browser, set(newPassword));
    expect([done.status, done.text.includes('Your password is set')]).toEqual([200, true]);
    const late = await step(other, set('a password of somebody else'));
    expect([late.status, late.text.includes('This link no longer works')]).toEqual([400, true]);
    expect([await isPassword(userId, newPassword), (await browser.openPath(link)).status]).toEqual([true, 400]);
  });

  it('does not get around the second factor, unless the operator resets that too', async () => {
    const userId = await newUser();
    const code = await withApp(userId);
    const browser = new Browser(auth);
    await browser.openPath(await linkFor(userId));
    expect(browser.page).not.toContain('name="new_password"');
    expect((await step(browser, set(newPassword))).text).toContain('name="factor_code"');
    expect((await step(browser, { decision: 'verify', factor_code: 'wrong' })).status).toBe(400);
    expect(await isPassword(userId, newPassword)).toBe(false);
    await step(browser, { decision: 'verify', factor_code: code() });
    expect((await step(browser, set(newPassword))).text).toContain('Your password is set');

    const again = new Browser(auth);
    const link = await linkFor(userId);
    await auth.administration.users.resetSecondFactor(userId);
    await again.openPath(link);
    expect((await step(again, set('another of my passwords'))).text).toContain('Your password is set');
  });

  it.each([
    ['unknown', '?link='.padEnd(49, 'A')],
    ['without a secret', ''],
    ['much too long', `?link=${'A'.repeat(5_000)}`],
  ])('says only that it no longer works, for a link that is %s', async (_what, query) => {
    const { status, text } = await auth.get(`/idp/account/reset${query}`);
    expect([status, text.includes('This link no longer works')]).toEqual([400, true]);
    expect(text).toContain('Call &lt;1234&gt; &amp; ask for &quot;help&quot;');
    expect(text).not.toContain('<form');
  });

  it('takes no form of another site, and no proof for the pages of the account', async () => {
    const userId = await newUser();
    const browser = new Browser(auth);
    await browser.openPath(await linkFor(userId));
    const foreign = await browser.send(
      { proof: fieldIn(browser.page, 'proof'), link: fieldIn(browser.page, 'link'), ...set(newPassword) },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([foreign.status, await isPassword(userId, newPassword)]).toEqual([403, false]);
    const proof = fieldIn(browser.page, 'proof');
    await browser.openPath(paths.access);
    expect((await browser.send({ proof, decision: 'show' })).status).toBe(400);
  });

  it('takes no link of one user for the proof of another', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const browser = new Browser(auth);
    await browser.openPath(await linkFor(first));
    const proof = fieldIn(browser.page, 'proof');
    await browser.openPath(await linkFor(second));
    const answer = await browser.send({ link: fieldIn(browser.page, 'link'), proof, ...set(newPassword) });
    expect(answer.status).toBe(400);
    expect([await isPassword(first, newPassword), await isPassword(second, newPassword)]).toEqual([false, false]);
  });
});

describe('page of devices and applications', () => {
  it('shows browsers and applications, and ends them', async () => {
    const userId = await newUser();
    const [here, elsewhere] = [await staying(userId), await staying(userId, 'curl/8')];
    const tokens = (
      await auth.post('/api/credentials/access_token', {
        ...auth.client,
        user_id: userId,
        user_password: password,
      })
    ).json;
    await here.openPath(paths.access);
    const shown = await here.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    expect(shown.text).toMatch(/<strong>Firefox on Windows<\/strong> <span class="tag">This browser<\/span>/);
    expect(shown.text).toMatch(/<strong>A browser<\/strong><\/p>/);
    expect(shown.text).toMatch(/<strong>Shop &amp; Sons<\/strong>.*<li>place orders for your company<\/li>/);
    expect(shown.text).not.toMatch(/<script|style="/);
    const [grant = ''] = buttons(shown.text, 'end_grant');
    expect((await step(here, { end_grant: grant })).text).toContain('Shop &amp; Sons can no longer act for you.');
    const { json } = await auth.post('/idp/oauth2/introspect', {
      ...auth.client,
      token: String(tokens['access_token']),
    });
    expect(json).toEqual({ active: false });
    expect((await step(here, { decision: 'end-others' })).text).toContain('One other browser is signed out.');
    expect([await isSignedIn(elsewhere), await isSignedIn(here)]).toEqual([false, true]);
    await here.openPath(paths.access);
    await here.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    const [session = ''] = buttons(here.page, 'end_session');
    expect((await step(here, { end_session: session })).text).toContain('No browser is signed in.');
    expect(await isSignedIn(here)).toBe(false);
  });

  it("ends neither sessions nor grants of somebody else, and shows nobody's", async () => {
    const victim = await newUser();
    const theirs = await staying(victim);
    const { browser: owner } = await signedIn(paths.access, victim);
    const [session = ''] = buttons(owner.page, 'end_session');
    await auth.post('/api/credentials/access_token', { ...auth.client, user_id: victim, user_password: password });
    const { browser: again } = await signedIn(paths.access, victim);
    const [grant = ''] = buttons(again.page, 'end_grant');
    const { browser } = await signedIn(paths.access);
    expect([...buttons(browser.page, 'end_session'), ...buttons(browser.page, 'end_grant')]).toEqual([]);
    for (const fields of [{ end_session: session }, { end_grant: grant }, { decision: 'end-others' }]) {
      expect((await step(browser, fields)).text).toContain('It had ended already.');
    }
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await auth.administration.grants.list({ userId: victim })).toHaveLength(1);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another browser', { cookie: `auth_form=${'A'.repeat(22)}` }],
  ])('takes no form of %s', async (_who, headers) => {
    const userId = await newUser();
    const staysIn = await staying(userId);
    const { browser } = await signedIn(paths.access, userId);
    const proof = fieldIn(browser.page, 'proof');
    expect((await browser.send({ proof, decision: 'end-others' }, headers)).status).toBe(403);
    expect(await isSignedIn(staysIn)).toBe(true);
  });
});

it('says on sign-in pages what to do about a forgotten password', async () => {
  const help = 'Call &lt;1234&gt; &amp; ask for &quot;help&quot;';
  expect((await auth.get(`/idp/oauth2/authorize?${authorizationQuery(auth)}`)).text).toContain(help);
  expect((await auth.get(paths.password)).text).toContain(help);
});
