import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { authorizationQuery, Browser } from './browser.js';
import { password, shareAuth, type TestedAuth } from './running-auth.js';

const securityPath = '/idp/account/security';

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
});

let users = 0;

/** Makes a user, and a browser that has opened a page. */
async function person(query?: string) {
  const userId = `with-factor-${++users}`;
  await auth.administration.users.create({ userId, memberCode: '10000001', password });
  const browser = new Browser(auth);
  if (query === undefined) await browser.openPath(securityPath);
  else await browser.open(query);
  return { userId, browser, signIn: { user_id: userId, user_password: password, decision: 'sign-in' } };
}

/** An app that has read the picture of the page, with its codes for the present and for the next time step. */
function appOf(page: string) {
  const key = /<br><code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret: key });
  return { now: () => app.generate(), next: () => app.generate({ timestamp: Date.now() + 30_000 }) };
}

const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
const codesIn = (page: string) => [...page.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);

/** Sends the form of the shown page, with the hidden fields that belong to the step. */
const step = (browser: Browser, fields: Readonly<Record<string, string>>) =>
  browser.send({
    proof: fieldIn(browser.page, 'proof'),
    ...(browser.page.includes('name="authenticator"') ? { authenticator: fieldIn(browser.page, 'authenticator') } : {}),
    ...fields,
  });

async function enrolled() {
  const { userId, browser, signIn } = await person();
  await browser.send(signIn);
  await step(browser, { decision: 'set-up' });
  const app = appOf(browser.page);
  const answer = await step(browser, { decision: 'enrol', factor_code: app.now() });
  return { userId, browser, signIn, app, answer, recoveryCodes: codesIn(answer.text) };
}

describe('page of the own account', () => {
  it('sets up an authenticator app and shows ten recovery codes, without a script', async () => {
    const { browser, signIn } = await person();
    expect((await browser.send(signIn)).text).toContain('value="set-up"');
    const shown = await step(browser, { decision: 'set-up' });
    expect(shown.text).toMatch(/<svg class="qr"[^>]* role="img" aria-label="[^"]+"/);
    expect(shown.text).not.toMatch(/<script|style="/);
    const app = appOf(shown.text);
    const wrong = await step(browser, { decision: 'enrol', factor_code: 'no code' });
    expect([wrong.status, appOf(wrong.text).now()]).toEqual([400, app.now()]);
    const answer = await step(browser, { decision: 'enrol', factor_code: app.now() });
    expect([answer.status, codesIn(answer.text)]).toEqual([200, expect.arrayContaining([expect.any(String)])]);
    expect(codesIn(answer.text)).toHaveLength(10);
    const account = await step(browser, { decision: 'continue' });
    expect(account.text).toContain('On: a code is asked for');
    expect(account.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('asks for a code from then on, and makes new recovery codes or switches the app off only after it', async () => {
    const { userId, app, recoveryCodes } = await enrolled();
    const browser = new Browser(auth);
    await browser.openPath(securityPath);
    const codePage = await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    expect(codePage.text).toContain('name="factor_code"');
    const asPassword = fieldIn(browser.page, 'proof');
    const part = 'authenticator';
    for (const decision of ['set-up', 'set-up-passkey', 'new-codes', 'confirm-removal', 'continue', 'enrol']) {
      const answer = await browser.send({ proof: asPassword, decision, part, factor_code: app.next() });
      expect([decision, answer.status, answer.text.includes('name="user_password"')]).toEqual([decision, 400, true]);
    }
    await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    await step(browser, { decision: 'verify', factor_code: app.next() });
    const renewed = codesIn((await step(browser, { decision: 'new-codes' })).text);
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    await step(browser, { decision: 'continue' });
    const asked = await step(browser, { remove: part });
    expect([asked.status, asked.text.includes('Your password alone is then asked for')]).toEqual([200, true]);
    const confirm = (factor_code: string) => step(browser, { decision: 'confirm-removal', part, factor_code });
    expect((await confirm('')).status).toBe(400);
    expect((await confirm(recoveryCodes[0] ?? '')).status).toBe(400);
    const off = await confirm(renewed[0] ?? '');
    expect([off.status, off.text.includes('value="set-up"')]).toEqual([200, true]);
    expect((await auth.administration.users.get(userId)).secondFactorAt).toBeUndefined();
  });

  it('does not switch off an app that is required', async () => {
    const { userId, browser, recoveryCodes } = await enrolled();
    await step(browser, { decision: 'continue' });
    await auth.administration.users.requireSecondFactor(userId, true);
    await step(browser, { decision: 'confirm-removal', part: 'authenticator', factor_code: recoveryCodes[0] ?? '' });
    expect(browser.page).not.toContain('name="remove"');
    expect((await auth.administration.users.get(userId)).secondFactorAt).toBeDefined();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another browser', { cookie: `auth_form=${'A'.repeat(22)}` }, 403],
    ['no browser', { cookie: '' }, 400],
  ])('takes no form of %s', async (_who, headers, status) => {
    const { browser, signIn } = await person();
    const answer = await browser.send(signIn, headers);
    expect([answer.status, answer.text.includes('value="set-up"')]).toEqual([status, false]);
  });

  it.each([
    ['a wrong password', { user_password: 'wrong' }],
    ['an unknown user', { user_id: 'nobody' }],
    ['no password', { user_password: '' }],
    ['no user ID', { user_id: '' }],
  ])('stays for %s', async (_what, change) => {
    const { browser, signIn } = await person();
    const answer = await browser.send({ ...signIn, ...change });
    expect([answer.status, answer.text.includes('role="alert"')]).toEqual([400, true]);
  });

  it.each([
    ['cut off', (proof: string) => proof.slice(0, -4)],
    ['of another person', async () => fieldIn((await enrolled()).browser.page, 'proof')],
    ['left out', () => ''],
    ['much too long', () => 'A'.repeat(5_000)],
  ])('takes no proof that is %s', async (_what, change) => {
    const { browser } = await enrolled();
    const proof = await change(fieldIn(browser.page, 'proof'));
    expect((await browser.send({ proof, decision: 'new-codes' })).status).toBe(400);
  });

  it('takes no proof from before the password was set, and no sealed secret of another person', async () => {
    const first = await person();
    await first.browser.send(first.signIn);
    await step(first.browser, { decision: 'set-up' });
    const foreign = fieldIn(first.browser.page, 'authenticator');
    const app = appOf(first.browser.page);
    const other = await person();
    await other.browser.send(other.signIn);
    await step(other.browser, { decision: 'set-up' });
    const answer = await step(other.browser, { decision: 'enrol', authenticator: foreign, factor_code: app.now() });
    expect(answer.status).toBe(400);
    await auth.administration.users.setPassword(first.userId, password);
    expect((await step(first.browser, { decision: 'enrol', factor_code: app.now() })).status).toBe(400);
    for (const { userId } of [first, other]) {
      expect((await auth.administration.users.get(userId)).secondFactorAt).toBeUndefined();
    }
  });
});

describe('authorization page', () => {
  it('asks a user with an app for its code, once, and takes a recovery code too', async () => {
    const { userId, app, recoveryCodes } = await enrolled();
    const signIn = { user_id: userId, user_password: password, decision: 'sign-in' };
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    const asked = await browser.send(signIn);
    expect([asked.status, asked.headers.get('location')]).toEqual([200, null]);
    expect(browser.cookies.has('auth_session')).toBe(false);
    expect((await step(browser, { decision: 'verify', factor_code: '' })).status).toBe(400);
    expect((await step(browser, { decision: 'verify', factor_code: 'abc' })).status).toBe(400);
    const code = app.next();
    const allowed = await step(browser, { decision: 'verify', factor_code: code });
    expect(new URL(allowed.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect((await browser.open(authorizationQuery(auth))).text).toContain('value="allow"');

    const again = new Browser(auth);
    await again.open(authorizationQuery(auth));
    await again.send(signIn);
    expect((await step(again, { decision: 'verify', factor_code: code })).status).toBe(400);
    const recovered = await step(again, { decision: 'verify', factor_code: recoveryCodes[4] ?? '' });
    expect(recovered.status).toBe(303);
  });

  it('grants nothing for the proof of the password alone, nor for a proof of another request', async () => {
    const { userId, recoveryCodes } = await enrolled();
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    const proof = fieldIn(browser.page, 'proof');
    expect((await browser.send({ proof, decision: 'continue' })).headers.get('location')).toBeNull();
    await browser.open(authorizationQuery(auth, { state: 'other' }));
    const answer = await browser.send({ proof, decision: 'verify', factor_code: recoveryCodes[0] ?? '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    const cancelled = await browser.send({ decision: 'cancel' });
    expect(cancelled.headers.get('location')).toContain('error=access_denied');
  });

  it('lets a user who must have an app set it up, and only then goes on', async () => {
    const { userId, browser, signIn } = await person(authorizationQuery(auth));
    await auth.administration.users.requireSecondFactor(userId, true);
    const shown = await browser.send({ ...signIn, lang: 'ja' });
    expect(shown.text).toContain('<html lang="ja">');
    const app = appOf(shown.text);
    expect((await step(browser, { decision: 'continue' })).status).toBe(400);
    await browser.send(signIn);
    const codes = await step(browser, { decision: 'enrol', factor_code: appOf(browser.page).now() });
    expect([codesIn(codes.text).length, app.now().length]).toEqual([10, 6]);
    const allowed = await step(browser, { decision: 'continue' });
    expect(new URL(allowed.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('locks codes after ten wrong ones, and says until when', async () => {
    const { userId } = await enrolled();
    const browser = new Browser(auth);
    await browser.open(authorizationQuery(auth));
    await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    for (let guess = 0; guess < 10; guess++) await step(browser, { decision: 'verify', factor_code: 'abc' });
    const locked = await step(browser, { decision: 'verify', factor_code: 'abc' });
    expect([locked.status, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const elsewhere = new Browser(auth);
    await elsewhere.open(authorizationQuery(auth));
    const asked = await elsewhere.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    expect([asked.status, asked.text.includes('name="factor_code"')]).toEqual([200, true]);
  });
});

describe('credentials flow', () => {
  it('says to a user with an app what to use instead', async () => {
    const { userId } = await enrolled();
    const answer = await auth.post('/api/credentials/access_token', {
      ...auth.client,
      user_id: userId,
      user_password: password,
    });
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid_grant', error_description: expect.stringContaining('service account') },
    ]);
  });
});
