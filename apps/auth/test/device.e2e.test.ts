import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { Browser } from './browser.js';
import { password, realm, shareAuth, type TestedAuth } from './running-auth.js';

const authorizationPath = `/idp/oauth2/device_authorization${realm}`;
const tokenPath = `/idp/oauth2/access_token${realm}`;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
  await auth.administration.clients.mark(auth.client.client_id, { deviceFlow: true });
});

interface Device {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

async function ask(): Promise<Device> {
  const { json } = await auth.post(authorizationPath, { ...auth.client });
  return json as unknown as Device;
}

const poll = ({ device_code }: Device) =>
  auth.post(tokenPath, { ...auth.client, grant_type: deviceGrant, device_code });

const proofIn = (page: string) => /name="proof" value="([^"]*)"/.exec(page)?.[1] ?? '';
const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** Opens the page in a fresh browser and types the code. */
async function typed(userCode: string): Promise<Browser> {
  const browser = new Browser(auth);
  await browser.openPath('/device');
  await browser.send({ user_code: userCode, decision: 'code' });
  return browser;
}

/** Types the code and signs in. The browser then shows the rights that the device asks for. */
async function asked(userCode: string, userId = auth.userId): Promise<Browser> {
  const browser = await typed(userCode);
  await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
  return browser;
}

const decide = (browser: Browser, decision: string, change: Readonly<Record<string, string>> = {}) =>
  browser.send({ proof: proofIn(browser.page), rights: fieldIn(browser.page, 'rights'), decision, ...change });

describe('device flow, where it is switched on', () => {
  it('gives a device the tokens that a code gives, once its user has allowed it', async () => {
    const answer = await auth.post(authorizationPath, { ...auth.client });
    expect(answer.json).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${auth.url}/device`,
      verification_uri_complete: `${auth.url}/device?user_code=${String(answer.json['user_code'])}`,
      expires_in: 600,
      interval: 5,
    });
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    const device = answer.json as unknown as Device;
    let tookMs: number;
    let polled: readonly unknown[];
    do {
      const begun = performance.now();
      polled = [(await poll(device)).status, (await poll(device)).json['error']];
      tookMs = performance.now() - begun;
      // Only a poll within four seconds of the previous one is too early.
    } while (polled[1] !== 'slow_down' && tookMs > 3_900);
    expect(polled).toEqual([400, 'slow_down']);
    const browser = await asked(device.user_code.toLowerCase().replace('-', ' '));
    expect(browser.page).toContain('Shop &amp; Sons asks to work with your trading data, on another device');
    expect(browser.page).toMatch(/<dd>(127\.0\.0\.1|::1)<\/dd>/);
    expect(['slow_down', 'authorization_pending']).toContain((await poll(device)).json['error']);
    const done = await decide(browser, 'allow');
    expect([done.status, done.text.includes('The device is connected')]).toEqual([200, true]);
    const tokens = await poll(device);
    expect([tokens.status, Object.keys(tokens.json)]).toEqual([
      200,
      ['scope', 'exires_in', 'token_type', 'access_token', 'refresh_token', 'expires_in'],
    ]);
    expect((await poll(device)).json['error']).toBe('invalid_grant');
  });

  it('tells a device that its user refused, before or after signing in', async () => {
    const [first, second] = [await ask(), await ask()];
    const refused = await (await typed(first.user_code)).send({ decision: 'cancel' });
    expect([refused.status, refused.text.includes('The device was refused')]).toEqual([200, true]);
    await decide(await asked(second.user_code), 'cancel');
    expect([(await poll(first)).json['error'], (await poll(second)).json['error']]).toEqual([
      'access_denied',
      'access_denied',
    ]);
  });

  it('asks to compare a code that a link has filled in, and judges it only when it is sent', async () => {
    const { verification_uri_complete: link, user_code: userCode } = await ask();
    const browser = new Browser(auth);
    const shown = await browser.openPath(link.slice(auth.url.length));
    expect(shown.text).toContain('Does your device show this code?');
    expect(fieldIn(shown.text, 'user_code') || /id="user_code"[^>]*value="([^"]*)"/.exec(shown.text)?.[1]).toBe(
      userCode,
    );
    expect((await browser.openPath('/device?user_code=%22%3E%3Cscript%3E')).text).not.toContain('<script');
    expect((await browser.openPath(`/device?lang=ja`)).text).toContain('<html lang="ja">');
  });

  it('asks a user with an authenticator app for its code before the decision', async () => {
    const userId = 'with-app';
    await auth.administration.users.create({ userId, memberCode: '10000001', password });
    await auth.administration.users.requireSecondFactor(userId, true);
    const device = await ask();
    const browser = await asked(device.user_code, userId);
    const key = /<br><code>([A-Z2-7 ]+)<\/code>/.exec(browser.page)?.[1]?.replaceAll(' ', '') ?? '';
    const proof = proofIn(browser.page);
    const authenticator = fieldIn(browser.page, 'authenticator');
    for (const decision of ['allow', 'continue']) {
      expect((await browser.send({ proof, decision, rights: '' })).status).toBe(400);
    }
    await browser.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    const app = new TOTP({ secret: key });
    await browser.send({ proof, authenticator, decision: 'enrol', factor_code: app.generate() });
    await decide(browser, 'continue');
    expect(browser.page).toContain('value="allow"');

    const again = await asked(device.user_code, userId);
    expect((await decide(again, 'allow', { rights: '' })).status).toBe(400);
    await again.send({ user_id: userId, user_password: password, decision: 'sign-in' });
    await decide(again, 'verify', { factor_code: app.generate({ timestamp: Date.now() + 30_000 }), rights: '' });
    expect((await decide(again, 'allow')).text).toContain('The device is connected');
    expect((await poll(device)).status).toBe(200);
  });

  it.each<[string, (browser: Browser) => Promise<unknown>]>([
    ['of another site', (browser) => decideFrom(browser, { 'sec-fetch-site': 'cross-site' })],
    ['of another browser', (browser) => decideFrom(browser, { cookie: `auth_form=${'A'.repeat(22)}` })],
    ['without a cookie', (browser) => decideFrom(browser, { cookie: '' })],
    ['without its token', (browser) => decide(browser, 'allow', { csrf_token: '' })],
    ['with other rights than the page has shown', (browser) => decide(browser, 'allow', { rights: 'list' })],
    ['without a proof', (browser) => decide(browser, 'allow', { proof: '' })],
    [
      'with a proof for another code',
      async (browser) => {
        const other = await asked((await ask()).user_code);
        return decide(browser, 'allow', { proof: proofIn(other.page) });
      },
    ],
  ])('takes no decision %s', async (_what, send) => {
    const device = await ask();
    await send(await asked(device.user_code));
    expect((await poll(device)).json['error']).toBe('authorization_pending');
  });

  it('shows the rights again if they changed before the decision', async () => {
    const made = await auth.administration.clients.create({ name: 'Changing', redirectUris: [], deviceFlow: true });
    const client = { client_id: made.client.clientId, client_secret: made.clientSecret };
    const { json } = await auth.post(authorizationPath, client);
    const browser = await asked(String(json['user_code']));
    await auth.administration.clients.setRights(client.client_id, ['list']);
    const again = await decide(browser, 'allow');
    expect([again.status, again.text.includes('has changed'), fieldIn(again.text, 'rights')]).toEqual([
      400,
      true,
      'list',
    ]);
    expect((await decide(browser, 'allow')).text).toContain('The device is connected');
  });

  it('locks a browser after ten wrong codes, and says until when', async () => {
    const { user_code: userCode } = await ask();
    const browser = new Browser(auth);
    await browser.openPath('/device');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) {
      statuses.push((await browser.send({ user_code: 'BBBB-BBBB', decision: 'code' })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    const locked = await browser.send({ user_code: userCode, decision: 'code' });
    expect([locked.status, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await asked(userCode)).page).toContain('value="allow"');
  });

  it('keeps codes out of the log', async () => {
    const device = await ask();
    await decide(await asked(device.user_code), 'allow');
    await poll(device);
    const log = auth.log.join('\n');
    expect([log.includes(device.device_code), log.includes(device.user_code)]).toEqual([false, false]);
  });
});

/** Sends the decision with other headers than the page of this browser would. */
function decideFrom(browser: Browser, headers: Record<string, string>) {
  const rights = fieldIn(browser.page, 'rights');
  return browser.send({ proof: proofIn(browser.page), rights, decision: 'allow' }, headers);
}
