import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  AuthorizationPlace,
  failuresBeforeLock,
  type PageServer,
  password,
  state,
  userId,
} from '../src/browser/authorization-place.js';
import type { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';
import { CallingApplication } from '../src/browser/calling-application.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { describeSignIn } from './authorization-sign-in.js';
import { describeAuthorizationStates, states } from './authorization-states.js';

let place: AuthorizationPlace;
let application: CallingApplication;
let asking: PageServer;
let keeping: PageServer;

const arrive = (options?: VisitorOptions) => place.arrive(options);

const addressOf = (server: PageServer, change?: Record<string, string>) => place.addressOf(server, change);

async function opened(options?: VisitorOptions, server = asking): Promise<AuthorizationVisitor> {
  const visitor = await arrive(options);
  await visitor.open(addressOf(server));
  return visitor;
}

function cameBack(): Record<string, string> {
  return Object.fromEntries(application.visits.at(-1)?.searchParams ?? []);
}

async function readyToType(): Promise<AuthorizationVisitor> {
  const visitor = await opened();
  await visitor.page.locator('#user_id:focus').waitFor();
  return visitor;
}

async function typed(visitor: AuthorizationVisitor, ...keys: string[]): Promise<void> {
  for (const key of keys) await visitor.page.keyboard.press(key);
}

async function sessionOf(visitor: AuthorizationVisitor) {
  return (await visitor.context.cookies()).find(({ name }) => name === 'auth_session');
}

const success = () => ({ code: expect.stringMatching(/^[\w-]{43}$/), state, iss: asking.platform.authUrl });

/** A page of an application. The page opens an address in a popup, and closes the popup when it receives a message. */
const opener = (address: string) =>
  `<button onclick="popup = open('${address}', 'sign-in', 'width=480,height=640')">Open</button>
   <script>addEventListener('message', ({ data }) => { document.title = data; popup.close(); })</script>`;

/** Opens the address in a popup of the application. The application keeps a reference to the popup. */
async function popupTo(address: string) {
  application.pages.set('/', opener(address.replaceAll("'", '%27')));
  application.pages.set('/callback', `<script>opener.postMessage('came back', '*')</script>`);
  const visitor = await arrive();
  await visitor.open(application.url);
  const [popup] = await Promise.all([
    visitor.page.waitForEvent('popup'),
    visitor.page.getByRole('button', { name: 'Open' }).click(),
  ]);
  await popup.waitForLoadState();
  const inPopup = Object.assign(Object.create(visitor) as AuthorizationVisitor, { page: popup });
  const isHeld = () => visitor.page.evaluate('!popup.closed');
  return { visitor, inPopup, isHeld };
}

/**
 * Tests the authorization page in a browser.
 *
 * @param isWhole whether the page is tried with and without scripts, in every window and state, and in both languages.
 * Otherwise some ways of each kind are tried. The tests of the service check its answer to each form.
 */
export function describeAuthorizationPage(browser: () => Browser, isWhole: boolean): void {
  beforeAll(async () => {
    place = await AuthorizationPlace.start(browser());
    ({ application, asking, keeping } = place);
  });

  afterAll(() => place.stop());

  /** In all tests, the page's content security policy must not refuse anything that the page needs. */
  afterEach(async () => {
    expect(await place.leave()).toEqual([]);
  });

  for (const scripts of isWhole ? [true, false] : [true]) describeSignIn(() => place, { scripts, isWhole });

  /** These forms are sent without scripts: the server refuses them and answers with a page, as after a wrong password. */
  describe('a form that the authorization page does not accept', () => {
    if (isWhole) {
      it('shows the duration of a lock, and does not reveal whether the user exists', async () => {
        const visitor = await opened({ scripts: false });
        const nobody = 'nobody';
        for (let attempt = 0; attempt < failuresBeforeLock; attempt += 1) await visitor.signIn(nobody, 'wrong');
        const response = await visitor.signIn(nobody, 'wrong');
        expect(response.status()).toBe(429);
        expect(Number(response.headers()['retry-after'])).toBeGreaterThan(500);
        expect(await visitor.problem).toMatch(/too many wrong attempts.*Try again in 10 minutes\./s);
        expect(await visitor.userId).toBe(nobody);
      });

      it('asks again with an explanation if the browser has lost its cookie', async () => {
        const visitor = await opened({ scripts: false });
        await visitor.context.clearCookies();
        const response = await visitor.signIn(userId, password);
        expect(response.status()).toBe(400);
        expect(await visitor.problem).toContain('Allow cookies for this site');
        expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
        await visitor.signIn(userId, password);
        expect(cameBack()).toEqual(success());
      });

      it('asks again, and accepts nothing, if the form was open too long', async () => {
        const visitor = await arrive({ scripts: false });
        const response = await place.signInTooLate(visitor);
        expect(response.status()).toBe(400);
        expect(await visitor.problem).toContain('open for a long time');
        expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
        expect(application.visits).toEqual([]);
        // On a busy machine the next form may also expire before it is sent.
        while (application.visits.length === 0) await visitor.signIn(userId, password);
        expect(cameBack()).toMatchObject({ code: expect.any(String), state });
      });

      it('says that there is no place for another sign-in, and keeps the user ID', async () => {
        const visitor = await arrive({ scripts: false });
        const response = await place.signInWhileBusy(visitor);
        expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
        expect(await visitor.problem).toContain('Wait a few seconds and try again.');
        expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
        await visitor.signIn(userId, password);
        expect(cameBack()).toMatchObject({ code: expect.any(String), state });
      });

      it('refuses a form with a foreign token', async () => {
        const visitor = await opened({ scripts: false });
        await visitor.page.evaluate(`document.querySelector('[name=csrf_token]').value = 'A'.repeat(51)`);
        const response = await visitor.signIn(userId, password);
        expect(response.status()).toBe(403);
        expect([await visitor.userId, await visitor.password]).toEqual(['', '']);
        expect(application.visits).toEqual([]);
      });
    }

    it.each([
      ['another site', 'localhost'],
      ...(isWhole ? ([['another origin of this machine', '127.0.0.1']] as const) : []),
    ] as const)('does not accept a form of %s, even with a valid token', async (_what, host) => {
      const visitor = await opened({ scripts: false });
      const token = await visitor.page.locator('[name=csrf_token]').inputValue();
      const action = addressOf(asking).replaceAll('&', '&amp;');
      const fields = { csrf_token: token, user_id: userId, user_password: password, decision: 'sign-in', lang: 'en' };
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
      application.pages.set('/foreign', `<form method="post" action="${action}">${inputs.join('')}<button>Go`);
      await visitor.open(`${application.url.replace('127.0.0.1', host)}/foreign`);
      await visitor.page.getByRole('button', { name: 'Go' }).click();
      await visitor.page.getByRole('alert').waitFor();
      expect(await visitor.problem).toContain('For your safety');
      expect(application.visits).toEqual([]);
    });
  });

  describe('a window of its own', () => {
    it('signs in and notifies the application, which then closes the window', async () => {
      const { visitor, inPopup, isHeld } = await popupTo(addressOf(asking));
      expect(await isHeld()).toBe(true);
      await inPopup.fill(userId, 'wrong');
      await inPopup.press('signIn');
      expect(await isHeld()).toBe(true);
      const closed = inPopup.page.waitForEvent('close');
      await inPopup.fill(userId, password);
      await inPopup.page.getByRole('button', { name: inPopup.labels.signIn }).click();
      await closed;
      expect(await visitor.page.title()).toBe('came back');
      expect(cameBack()).toEqual(success());
      expect(await isHeld()).toBe(false);
    });

    if (isWhole) {
      it('shows the reason of a refusal, and the application that opened it closes it', async () => {
        const { visitor, inPopup, isHeld } = await popupTo(addressOf(asking, { client_id: 'nobody' }));
        expect(await isHeld()).toBe(true);
        const closed = inPopup.page.waitForEvent('close');
        await visitor.page.evaluate('popup.close()');
        await closed;
        expect(await isHeld()).toBe(false);
      });

      it('signs in in a new tab', async () => {
        const visitor = await arrive();
        application.pages.set(
          '/',
          `<a target="_blank" href="${addressOf(asking).replaceAll('&', '&amp;')}">Sign in</a>`,
        );
        await visitor.open(application.url);
        const [tab] = await Promise.all([
          visitor.page.waitForEvent('popup'),
          visitor.page.getByRole('link', { name: 'Sign in' }).click(),
        ]);
        await tab.waitForLoadState();
        await Object.assign(Object.create(visitor) as AuthorizationVisitor, { page: tab }).signIn(userId, password);
        expect(cameBack()).toEqual(success());
      });
    }
  });

  if (isWhole) {
    describe('the back button', () => {
      it('leads from the application to a page that can sign in again', async () => {
        const visitor = await opened();
        await visitor.signIn(userId, password);
        const [first] = application.visits;
        await visitor.page.goBack();
        await visitor.page.getByRole('button', { name: visitor.labels.signIn }).waitFor();
        expect(await visitor.password).toBe('');
        await visitor.signIn(userId, password);
        expect(application.visits).toHaveLength(2);
        expect(cameBack()).toEqual(success());
        expect(application.visits[1]?.searchParams.get('code')).not.toBe(first?.searchParams.get('code'));
      });

      it('leads from a refused request back to the application', async () => {
        const visitor = await arrive();
        application.pages.set('/', '<title>Kitchen</title>');
        await visitor.open(application.url);
        await visitor.open(addressOf(asking, { client_id: 'nobody' }));
        await visitor.page.goBack();
        expect(await visitor.page.title()).toBe('Kitchen');
      });
    });
  }

  describe('authorization page by keyboard', () => {
    it('signs in with Enter', async () => {
      const visitor = await readyToType();
      await visitor.page.keyboard.type(userId);
      await typed(visitor, 'Tab');
      await visitor.page.keyboard.type(password);
      await typed(visitor, 'Enter');
      await visitor.page.waitForURL((url) => url.pathname === '/callback');
      expect(cameBack()).toEqual(success());
    });

    it('reaches all controls in reading order, and shows the focus', async () => {
      const visitor = await readyToType();
      const seen: string[] = [];
      await typed(visitor, 'Shift+Tab');
      for (let stop = 0; stop < 6; stop += 1) {
        const focused = visitor.page.locator(':focus');
        seen.push((await focused.getAttribute('id')) ?? (await focused.innerText()));
        const outline = await visitor.page.evaluate('getComputedStyle(document.activeElement).outlineWidth');
        expect(outline).toBe('3px');
        await typed(visitor, 'Tab');
      }
      expect(seen).toEqual(['日本語', 'user_id', 'user_password', 'Show', 'Sign in and allow', 'Cancel']);
    });

    if (isWhole) {
      it('shows the password until the form is sent, and sends it as a password', async () => {
        const visitor = await readyToType();
        const field = visitor.page.locator('#user_password');
        await visitor.fill(userId, 'wrong');
        await field.press('Tab');
        await typed(visitor, 'Space');
        expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', 'wrong']);
        await visitor.page.evaluate(`document.forms[0].addEventListener('submit', ({ target }) => {
      document.cookie = 'sent_as=' + target.elements.user_password.type;
    })`);
        await visitor.press('signIn');
        expect(await visitor.context.cookies()).toContainEqual(
          expect.objectContaining({ name: 'sent_as', value: 'password' }),
        );
        expect(await field.getAttribute('type')).toBe('password');
      });

      it('cancels with the space bar', async () => {
        const visitor = await readyToType();
        await typed(visitor, 'Tab', 'Tab', 'Tab', 'Tab', 'Space');
        await visitor.page.waitForURL((url) => url.pathname === '/callback');
        expect(cameBack()).toMatchObject({ error: 'access_denied' });
      });
    }
  });

  if (isWhole) {
    describe('sign-in session', () => {
      it('asks a signed-in browser only to confirm, until the browser signs out', async () => {
        const visitor = await opened({ scripts: false }, keeping);
        await visitor.signIn(userId, password);
        await visitor.open(addressOf(keeping));
        expect(await visitor.page.getByText(userId).isVisible()).toBe(true);
        expect(await visitor.page.getByLabel('Password').count()).toBe(0);
        await visitor.press('allow');
        expect(cameBack()).toMatchObject({ code: expect.any(String), state });

        await visitor.open(addressOf(keeping));
        await visitor.press('cancel');
        expect(cameBack()).toMatchObject({ error: 'access_denied', state });

        await visitor.open(addressOf(keeping));
        const response = await visitor.press('signOut');
        expect(response.status()).toBe(200);
        expect(await sessionOf(visitor)).toBeUndefined();
        await visitor.page.getByRole('link', { name: 'Sign in again' }).click();
        await visitor.page.waitForURL((url) => url.searchParams.get('state') === state);
        expect(await visitor.page.getByLabel('Password').isVisible()).toBe(true);
      });

      it('is renewed at every login, in a cookie that no script can read', async () => {
        const visitor = await opened({}, keeping);
        await visitor.signIn(userId, password);
        const first = await sessionOf(visitor);
        await visitor.open(addressOf(keeping, { prompt: 'login' }));
        await visitor.signIn(userId, password);
        const second = await sessionOf(visitor);
        expect(second).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
        expect(second?.value).not.toBe(first?.value);
      });
    });
  }

  describe('passkeys', () => {
    it('are created, used after the password, and refused if their counter decreases', async () => {
      const visitor = await arrive();
      const authenticator = await visitor.takeAuthenticator();
      const newId = await place.newUser();
      await visitor.open(place.accountOf(keeping, 'security'));
      await visitor.fill(newId, password);
      await visitor.decide('sign-in');
      await visitor.decide('set-up-passkey');
      expect((await visitor.createPasskey('Laptop')).status()).toBe(200);
      await visitor.decide('continue');
      await visitor.open(addressOf(keeping));
      await visitor.signIn(newId, password);
      await visitor.usePasskey();
      expect(cameBack()).toMatchObject({ code: expect.any(String), state, iss: keeping.url });

      await authenticator.setBack();
      await visitor.open(addressOf(keeping, { prompt: 'login' }));
      await visitor.signIn(newId, password);
      expect((await visitor.usePasskey()).status()).toBe(400);
      expect(await visitor.problem).toContain('The passkey was not accepted');
    });

    if (isWhole) {
      it('explain what happened if the device already has a passkey, or has none', async () => {
        const visitor = await arrive();
        const authenticator = await visitor.takeAuthenticator();
        await states['account-with-passkeys']?.(visitor, place);
        await visitor.decide('set-up-passkey');
        await visitor.page.locator('#passkey_name').fill('Again');
        await visitor.page.keyboard.press('Enter');
        await visitor.page.locator('[data-when=known]').waitFor();
        expect(await visitor.problem).toContain('already has a passkey');
        await visitor.decide('continue');
        await visitor.page.locator('button[name=remove]').click();
        await visitor.page.locator('form[data-passkey] button:focus').waitFor();
        await authenticator.forgetAll();
        await visitor.page.keyboard.press('Enter');
        await visitor.page.locator('[data-when=failed]').waitFor();
        expect(await visitor.problem).toContain('No passkey was used');
      });

      it('leave recovery codes to a browser without scripts', async () => {
        const owner = await arrive();
        await owner.takeAuthenticator();
        const newId = await place.newUser();
        await owner.open(place.accountOf(keeping, 'security'));
        await owner.fill(newId, password);
        await owner.decide('sign-in');
        await owner.decide('set-up-passkey');
        await owner.createPasskey('Laptop');
        const code = await owner.page.locator('.codes code').first().innerText();
        const visitor = await opened({ scripts: false }, keeping);
        await visitor.signIn(newId, password);
        expect(await visitor.page.locator('form[data-passkey]').isVisible()).toBe(false);
        expect(await visitor.page.getByText('A passkey needs a browser that runs scripts.').isVisible()).toBe(true);
        await visitor.typeCode(code, 'verify');
        expect(cameBack()).toMatchObject({ code: expect.any(String), state });
      });
    }
  });

  describeAuthorizationStates(() => place, isWhole);
}
