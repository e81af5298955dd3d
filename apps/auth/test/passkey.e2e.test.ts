import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TestPasskey } from '@trading-platform/auth-core/testing';
import { authorizationQuery, Browser } from './browser.js';
import { password, shareAuth, type TestedAuth } from './running-auth.js';

const securityPath = '/idp/account/security';

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
});

let users = 0;

const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
const codesIn = (page: string) => [...page.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
const scriptIn = (page: string) => /<script>(.*)<\/script>/s.exec(page)?.[1] ?? '';

/** The question that a page gives to its script. */
function questionOn(page: string) {
  const text = /data-passkey="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? 'null';
  const options = JSON.parse(text) as Record<string, unknown>;
  return { challenge: String(options['challenge']), options };
}

/** Sends the form of the shown page with its proof. */
const step = (browser: Browser, fields: Readonly<Record<string, string>>) =>
  browser.send({ proof: fieldIn(browser.page, 'proof'), ...fields });

async function newUser() {
  const userId = `with-passkey-${++users}`;
  await auth.administration.users.create({ userId, memberCode: '10000001', password });
  return { userId, signIn: { user_id: userId, user_password: password, decision: 'sign-in' } };
}

/** A browser that shows the page on which a person proves the second factor. */
async function asked(signIn: Readonly<Record<string, string>>, change: Readonly<Record<string, string>> = {}) {
  const browser = new Browser(auth);
  await browser.open(authorizationQuery(auth, change));
  await browser.send(signIn);
  return browser;
}

async function enrolled() {
  const { userId, signIn } = await newUser();
  const browser = new Browser(auth);
  await browser.openPath(securityPath);
  await browser.send(signIn);
  const passkey = new TestPasskey({ origin: auth.url });
  const answer = await addPasskey(browser, passkey);
  return { userId, signIn, browser, passkey, recoveryCodes: codesIn(answer.text), answer };
}

async function addPasskey(browser: Browser, passkey: TestPasskey, name = 'Laptop <office>') {
  const shown = await step(browser, { decision: 'set-up-passkey' });
  const credential = passkey.create(questionOn(shown.text));
  return step(browser, { decision: 'enrol', passkey: credential, passkey_name: name });
}

describe('page of the own account', () => {
  it('adds passkeys, the first with recovery codes, lists them and removes one after another', async () => {
    const { userId, browser, passkey, answer, recoveryCodes } = await enrolled();
    expect([answer.status, recoveryCodes.length]).toEqual([200, 10]);
    expect((await step(browser, { decision: 'continue' })).text).toContain('Laptop &lt;office&gt;');
    const second = new TestPasskey({ origin: auth.url });
    const both = await addPasskey(browser, second, 'Key');
    expect([both.status, both.text.match(/name="remove"/g)?.length]).toEqual([200, 2]);
    const remove = async ({ credentialId }: TestPasskey, by: TestPasskey) => {
      const shown = await step(browser, { remove: credentialId });
      const credential = by.get(questionOn(shown.text));
      return step(browser, { decision: 'confirm-removal', part: credentialId, passkey: credential });
    };
    expect((await remove(passkey, second)).text.match(/name="remove"/g)).toHaveLength(1);
    const none = await remove(second, second);
    expect([none.status, none.text.includes('name="remove"')]).toEqual([200, false]);
    expect(await auth.administration.users.listFactors(userId)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  it.each([
    ['no name', ''],
    ['a name that is too long', 'x'.repeat(65)],
  ])('takes no passkey with %s', async (_what, name) => {
    const { browser, userId } = await enrolled();
    await step(browser, { decision: 'continue' });
    const answer = await addPasskey(browser, new TestPasskey({ origin: auth.url }), name);
    expect([answer.status, answer.text.includes('Enter a name of at most 64 characters.')]).toEqual([400, true]);
    expect((await auth.administration.users.listFactors(userId)).passkeys).toHaveLength(1);
  });

  it('takes no passkey of another user, and asks again', async () => {
    const { passkey } = await enrolled();
    const { browser } = await enrolled();
    await step(browser, { decision: 'continue' });
    const answer = await addPasskey(browser, passkey);
    expect([answer.status, answer.text.includes('The passkey was not saved')]).toEqual([400, true]);
    expect((await addPasskey(browser, new TestPasskey({ origin: auth.url }))).status).toBe(200);
  });

  it('reads no body of more than 16 kB', async () => {
    const { browser } = await enrolled();
    const answer = await step(browser, { decision: 'enrol', passkey: 'A'.repeat(17_000), passkey_name: 'Laptop' });
    expect(answer.status).toBe(400);
  });
});

describe('authorization page', () => {
  it('takes a passkey, or a recovery code of a user who has only passkeys', async () => {
    const { signIn, passkey, recoveryCodes } = await enrolled();
    const browser = await asked(signIn);
    const credential = passkey.get(questionOn(browser.page));
    expect((await step(browser, { decision: 'verify', passkey: credential })).status).toBe(303);
    const again = await asked(signIn);
    expect((await step(again, { decision: 'verify', factor_code: '000000' })).status).toBe(400);
    expect((await step(again, { decision: 'verify', factor_code: recoveryCodes[0] ?? '' })).status).toBe(303);
  });

  it('refuses the answer to the question of another sign-in, and one that was used', async () => {
    const { signIn, passkey } = await enrolled();
    const [mine, other] = [await asked(signIn), await asked(signIn)];
    const credential = passkey.get(questionOn(mine.page));
    const [ownProof, otherProof] = [fieldIn(mine.page, 'proof'), fieldIn(other.page, 'proof')];
    const refused = await step(other, { decision: 'verify', passkey: credential });
    expect([refused.status, refused.text.includes('The passkey was not accepted')]).toEqual([400, true]);
    // A proof is valid only in the browser and for the request of its page.
    expect((await mine.send({ proof: otherProof, decision: 'verify', passkey: credential })).status).toBe(400);
    await mine.open(authorizationQuery(auth));
    const used = { proof: ownProof, decision: 'verify', passkey: credential };
    expect((await mine.send(used)).status).toBe(303);
    await mine.open(authorizationQuery(auth));
    expect((await mine.send(used)).status).toBe(400);
  });

  it('counts a counter that goes back', async () => {
    const { userId, signIn, passkey } = await enrolled();
    const browser = await asked(signIn);
    const credential = passkey.get(questionOn(browser.page), { counter: 1 });
    expect((await step(browser, { decision: 'verify', passkey: credential })).status).toBe(400);
    const [event] = await auth.administration.audit.list({ limit: 1 });
    expect(event).toMatchObject({ event: 'user.passkey-counter-refused', outcome: 'refused', userId });
    const metrics = await auth.get('/metrics');
    expect(metrics.text).toMatch(
      /auth_events_total\{event="user\.passkey-counter-refused",outcome="refused"[^}]*\} 1\n/,
    );
  });

  it('lets a user who must have a second factor choose between an app and a passkey', async () => {
    const { userId, signIn } = await newUser();
    await auth.administration.users.requireSecondFactor(userId, true);
    const browser = await asked(signIn);
    expect(browser.page).toContain('value="set-up-passkey"');
    await step(browser, { decision: 'set-up-passkey' });
    expect((await step(browser, { decision: 'set-up' })).text).toContain('class="qr"');
    const codes = await addPasskey(browser, new TestPasskey({ origin: auth.url }));
    expect(codesIn(codes.text)).toHaveLength(10);
    expect((await step(browser, { decision: 'continue' })).status).toBe(303);
  });

  it.each(['set-up', 'set-up-passkey'])('does not set anything up for the password alone: %s', async (decision) => {
    const { signIn } = await enrolled();
    const browser = await asked(signIn);
    expect((await step(browser, { decision })).text).toContain('name="user_password"');
  });
});

describe('script for passkeys', () => {
  it('is allowed by its hash on the pages that use a passkey, and nothing else is', async () => {
    const { signIn } = await enrolled();
    const browser = new Browser(auth);
    const first = await browser.open(authorizationQuery(auth));
    const page = await browser.send(signIn);
    const hash = createHash('sha256').update(scriptIn(page.text)).digest('base64');
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(first.headers.get('content-security-policy')).not.toContain(hash);
    expect(scriptIn(first.text)).not.toContain('navigator.credentials');
  });

  it('is not needed for a code', async () => {
    const { signIn } = await enrolled();
    const { page } = await asked(signIn);
    expect(page).toMatch(/<form [^>]*data-passkey="[^"]*" hidden>/);
    expect(page).toContain('A passkey needs a browser that runs scripts.');
    expect(page).toMatch(/<form method="post" action="[^"]*" novalidate>/);
  });
});
