import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import type { Browser, Response } from 'playwright-core';
import { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';
import { CallingApplication } from '../src/browser/calling-application.js';
import type { Language, VisitorOptions } from '../src/browser/page-visitor.js';
import { Platform } from '../src/platform.js';

const userId = 'hanako.tanaka';
const password = 'correct horse battery staple';
const state = 'state & "quoted" あ';
const failuresBeforeLock = 3;
const formSeconds = 5;

let browser: Browser;
let application: CallingApplication;
let asking: PageServer;
let keeping: PageServer;
let strained: PageServer;
const visitors: AuthorizationVisitor[] = [];

/** A platform whose authorization page is visited, with a client and a user. */
interface PageServer {
  readonly platform: Platform;
  readonly clientId: string;
}

async function startServer(settings: Record<string, string>): Promise<PageServer> {
  const platform = await Platform.start({ database: 'sqlite', services: ['auth'], settings });
  const created = await platform.operate<{ client_id: string }>([
    'client',
    'create',
    '--name',
    'Kitchen <ERP> & Sons',
    '--redirect-uri',
    application.callback,
  ]);
  await platform.operate(
    ['user', 'create', '--user-id', userId, '--member-code', '10000001', '--no-member-check'],
    password,
  );
  return { platform, clientId: created.client_id };
}

beforeAll(async () => {
  [browser, application] = await Promise.all([launchBrowser(), CallingApplication.start()]);
  [asking, keeping, strained] = await Promise.all([
    startServer({ FAILURES_PER_USER: String(failuresBeforeLock), FIRST_LOCK_SECONDS: '600' }),
    startServer({ SIGN_IN_SESSION_HOURS: '1' }),
    startServer({
      PASSWORD_HASHES_AT_ONCE: '1',
      PASSWORD_HASHES_WAITING: '0',
      FAILURES_PER_ADDRESS: '1000000',
      FAILURES_PER_USER: '1000000',
      SIGN_IN_FORM_SECONDS: String(formSeconds),
    }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([application.stop(), asking.platform.stop(), keeping.platform.stop(), strained.platform.stop()]);
});

/** In all tests, the page's content security policy must not refuse anything that the page needs. */
afterEach(async () => {
  const leaving = visitors.splice(0);
  const violations = leaving.flatMap((visitor) => visitor.violations);
  await Promise.all(leaving.map((visitor) => visitor.leave()));
  application.sendOnTo = '';
  application.visits.length = 0;
  application.pages.clear();
  expect(violations).toEqual([]);
});

async function arrive(options?: VisitorOptions): Promise<AuthorizationVisitor> {
  const visitor = await AuthorizationVisitor.arrive(browser, options);
  visitors.push(visitor);
  return visitor;
}

function parametersOf({ clientId }: PageServer): Record<string, string> {
  return {
    realm: '/api',
    client_id: clientId,
    redirect_uri: application.callback,
    response_type: 'code',
    state,
    scope: 'openid profile email qualified',
    access_type: 'offline',
  };
}

function addressOf(server: PageServer, change: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...parametersOf(server), ...change });
  return `${server.platform.authUrl}/idp/oauth2/authorize?${query}`;
}

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

/**
 * Signs in while other callers use the only place for password hashes. Repeats this until the server has answered that
 * no place is free.
 */
async function signInWhileBusy(visitor: AuthorizationVisitor): Promise<Response> {
  const { clientId, clientSecret } = await strained.platform.createClient('test');
  const guess = new URLSearchParams({
    user_id: 'somebody',
    user_password: 'wrong',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const enough = new AbortController();
  const others = Array.from({ length: 4 }, async () => {
    while (!enough.signal.aborted) {
      const answer = await fetch(`${strained.platform.authUrl}/api/credentials/access_token`, {
        method: 'POST',
        body: guess,
      });
      await answer.arrayBuffer();
    }
  });
  try {
    await visitor.open(addressOf(strained));
    let response = await visitor.signIn(userId, 'wrong');
    while (response.status() !== 503) response = await visitor.signIn(userId, 'wrong');
    return response;
  } finally {
    enough.abort();
    await Promise.all(others);
  }
}

async function signInTooLate(visitor: AuthorizationVisitor): Promise<Response> {
  await visitor.open(addressOf(strained));
  await sleep(formSeconds * 1_000 + 100);
  return visitor.signIn(userId, password);
}

/** Brings the visited page into a certain state. */
type Bring = (visitor: AuthorizationVisitor) => Promise<unknown>;

function refusedWith(change: Record<string, string>): Bring {
  return (visitor) => visitor.open(addressOf(asking, change));
}

const success = () => ({ code: expect.stringMatching(/^[\w-]{43}$/), state, iss: asking.platform.authUrl });

describe.each([
  { title: 'with scripts', scripts: true },
  { title: 'without scripts', scripts: false },
])('authorization page $title (Spec 4.1)', ({ scripts }) => {
  it('brings code, state and issuer to the application', async () => {
    const visitor = await opened({ scripts });
    const response = await visitor.signIn(userId, password);
    expect(response.status()).toBe(303);
    expect(cameBack()).toEqual(success());
    expect(visitor.page.url()).toBe(String(application.visits[0]));
  });

  it('works when the application redirects the browser to a further origin', async () => {
    const further = await CallingApplication.start();
    application.sendOnTo = `${further.url.replace('127.0.0.1', 'localhost')}/callback?welcome`;
    const visitor = await opened({ scripts });
    await visitor.signIn(userId, password);
    await visitor.page.waitForURL((url) => url.hostname === 'localhost');
    expect(further.visits).toHaveLength(1);
    await further.stop();
  });

  it('lets the application redirect the browser to an app of the device', async () => {
    application.sendOnTo = 'com.example.kitchen:/signed-in';
    const visitor = await opened({ scripts });
    await visitor.fill(userId, password);
    const back = visitor.page.waitForEvent('requestfinished', (request) => request.url().includes('/callback?'));
    await visitor.page.getByRole('button', { name: visitor.labels.signIn }).click();
    await back;
    expect(cameBack()).toEqual(success());
  });

  it('appears again after a wrong password, with the user ID and without the password', async () => {
    const visitor = await opened({ scripts });
    const response = await visitor.signIn(userId, 'wrong');
    expect(response.status()).toBe(400);
    expect(await visitor.problem).toContain('The user ID or the password is not right.');
    expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
    expect(await visitor.focused()).toBe('user_password');
    await visitor.signIn(userId, password);
    expect(cameBack()).toEqual(success());
  });

  it.each([
    ['user ID', '', password, 'Enter your user ID.', 'user_id'],
    ['password', userId, '', 'Enter your password.', 'user_password'],
    ['user ID and password', '', '', 'Enter your user ID.', 'user_id'],
  ])('asks for a missing %s', async (_what, typedUserId, typedPassword, message, focused) => {
    const visitor = await opened({ scripts });
    const response = await visitor.signIn(typedUserId, typedPassword);
    expect(response.status()).toBe(400);
    expect(await visitor.problem).toContain(message);
    expect([await visitor.userId, await visitor.password]).toEqual([typedUserId, '']);
    expect(await visitor.focused()).toBe(focused);
  });

  it('shows the duration of a lock, and does not reveal whether the user exists', async () => {
    const visitor = await opened({ scripts });
    const nobody = `nobody-${scripts}`;
    for (let attempt = 0; attempt < failuresBeforeLock; attempt += 1) await visitor.signIn(nobody, 'wrong');
    const response = await visitor.signIn(nobody, 'wrong');
    expect(response.status()).toBe(429);
    expect(Number(response.headers()['retry-after'])).toBeGreaterThan(500);
    expect(await visitor.problem).toMatch(/too many wrong attempts.*Try again in 10 minutes\./s);
    expect(await visitor.userId).toBe(nobody);
  });

  it('returns access_denied when the user cancels', async () => {
    const visitor = await opened({ scripts });
    const response = await visitor.press('cancel');
    expect(response.status()).toBe(303);
    expect(cameBack()).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state,
      iss: asking.platform.authUrl,
    });
  });

  it('asks again with an explanation if the browser has lost its cookie', async () => {
    const visitor = await opened({ scripts });
    await visitor.context.clearCookies();
    const response = await visitor.signIn(userId, password);
    expect(response.status()).toBe(400);
    expect(await visitor.problem).toContain('Allow cookies for this site');
    expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
    await visitor.signIn(userId, password);
    expect(cameBack()).toEqual(success());
  });

  it('asks again, and accepts nothing, if the form was open too long', async () => {
    const visitor = await arrive({ scripts });
    const response = await signInTooLate(visitor);
    expect(response.status()).toBe(400);
    expect(await visitor.problem).toContain('open for a long time');
    expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
    expect(application.visits).toEqual([]);
    await visitor.signIn(userId, password);
    expect(cameBack()).toMatchObject({ code: expect.any(String), state, iss: strained.platform.authUrl });
  });

  it('says that there is no place for another sign-in, and keeps the user ID', async () => {
    const visitor = await arrive({ scripts });
    const response = await signInWhileBusy(visitor);
    expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
    expect(await visitor.problem).toContain('Wait a few seconds and try again.');
    expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
    await visitor.signIn(userId, password);
    expect(cameBack()).toMatchObject({ code: expect.any(String), state });
  });

  it('refuses a form with a foreign token', async () => {
    const visitor = await opened({ scripts });
    await visitor.page.evaluate(`document.querySelector('[name=csrf_token]').value = 'A'.repeat(51)`);
    const response = await visitor.signIn(userId, password);
    expect(response.status()).toBe(403);
    expect([await visitor.userId, await visitor.password]).toEqual(['', '']);
    expect(application.visits).toEqual([]);
  });

  it.each([
    ['another origin of this machine', '127.0.0.1'],
    ['another site', 'localhost'],
  ])('does not take a form of %s, though it holds a good token', async (_what, host) => {
    const visitor = await opened({ scripts });
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

  it.each([
    { from: 'en', width: 360 },
    { from: 'ja', width: 1280 },
  ] as const)('changes the language from $from and keeps every parameter', async ({ from, width }) => {
    const visitor = await opened({ scripts, language: from, width });
    const to: Language = from === 'en' ? 'ja' : 'en';
    await visitor.signIn(userId, '');
    await visitor.page.getByRole('link', { name: visitor.labels.other }).click();
    await visitor.page.waitForURL((url) => url.searchParams.get('lang') === to);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(to);
    const { searchParams } = new URL(visitor.page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ ...parametersOf(asking), lang: to });
    const inOther = Object.assign(Object.create(visitor) as AuthorizationVisitor, { language: to });
    await inOther.signIn(userId, 'wrong');
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(to);
    await inOther.signIn(userId, password);
    expect(cameBack()).toEqual(success());
  });
});

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

describe('a window of its own', () => {
  it('signs in, notifies the application that opened it, which closes it', async () => {
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
    application.pages.set('/', `<a target="_blank" href="${addressOf(asking).replaceAll('&', '&amp;')}">Sign in</a>`);
    await visitor.open(application.url);
    const [tab] = await Promise.all([
      visitor.page.waitForEvent('popup'),
      visitor.page.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await tab.waitForLoadState();
    await Object.assign(Object.create(visitor) as AuthorizationVisitor, { page: tab }).signIn(userId, password);
    expect(cameBack()).toEqual(success());
  });
});

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
    for (let stop = 0; stop < 5; stop += 1) {
      const focused = visitor.page.locator(':focus');
      seen.push((await focused.getAttribute('id')) ?? (await focused.innerText()));
      const outline = await visitor.page.evaluate('getComputedStyle(document.activeElement).outlineWidth');
      expect(outline).toBe('3px');
      await typed(visitor, 'Tab');
    }
    expect(seen).toEqual(['日本語', 'user_id', 'user_password', 'Sign in and allow', 'Cancel']);
  });

  it('cancels with the space bar', async () => {
    const visitor = await readyToType();
    await typed(visitor, 'Tab', 'Tab', 'Tab', 'Space');
    await visitor.page.waitForURL((url) => url.pathname === '/callback');
    expect(cameBack()).toMatchObject({ error: 'access_denied' });
  });
});

describe('sign-in session', () => {
  it('only asks a signed-in browser to confirm, until it signs out', async () => {
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

/** axe-core examines only one appearance of each language. Together the languages cover light and dark colours. */
describe.each([
  {
    language: 'en',
    looks: [
      { width: 360, dark: false, isExamined: true },
      { width: 1280, dark: true, isExamined: false },
    ],
  },
  {
    language: 'ja',
    looks: [
      { width: 360, dark: true, isExamined: false },
      { width: 1280, dark: true, isExamined: true },
    ],
  },
] as const)('every state in $language', ({ language, looks }) => {
  const states: Record<string, Bring> = {
    'sign-in': (visitor) => visitor.open(addressOf(asking)),
    'wrong-credentials': async (visitor) => {
      await visitor.open(addressOf(asking));
      await visitor.signIn(`wrong-${language}`, 'wrong');
    },
    'missing-user-id': async (visitor) => {
      await visitor.open(addressOf(asking));
      await visitor.signIn('', '');
    },
    'missing-password': async (visitor) => {
      await visitor.open(addressOf(asking));
      await visitor.signIn(userId, '');
    },
    locked: async (visitor) => {
      await visitor.open(addressOf(asking));
      for (let attempt = 0; attempt <= failuresBeforeLock; attempt += 1) {
        await visitor.signIn(`locked-${language}`, 'wrong');
      }
    },
    'form-expired': signInTooLate,
    'no-cookie': async (visitor) => {
      await visitor.open(addressOf(asking));
      await visitor.context.clearCookies();
      await visitor.signIn(userId, password);
    },
    busy: signInWhileBusy,
    'foreign-form': async (visitor) => {
      await visitor.open(addressOf(asking));
      await visitor.page.evaluate(`document.querySelector('[name=csrf_token]').value = ''`);
      await visitor.signIn(userId, password);
    },
    confirm: async (visitor) => {
      await visitor.open(addressOf(keeping));
      await visitor.signIn(userId, password);
      await visitor.open(addressOf(keeping));
    },
    'signed-out': async (visitor) => {
      await visitor.open(addressOf(keeping));
      await visitor.signIn(userId, password);
      await visitor.open(addressOf(keeping));
      await visitor.press('signOut');
    },
    'unknown-client': refusedWith({ client_id: 'nobody' }),
    'redirect-uri-mismatch': refusedWith({ redirect_uri: 'https://evil.example/callback' }),
    'realm-invalid': refusedWith({ realm: '/other' }),
  };

  it.each(Object.keys(states))('%s: fits a narrow and a wide window, and axe-core finds nothing', async (title) => {
    const visitor = await arrive({ language });
    await states[title]?.(visitor);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
    for (const { width, dark, isExamined } of looks) {
      await visitor.look(width, dark);
      await photograph(visitor, [title, language, width, dark ? 'dark' : 'light'].join('-'));
      expect(await visitor.cutContents(isExamined ? [width, 320, 768] : [])).toEqual([]);
      expect(isExamined ? await visitor.accessibilityProblems() : []).toEqual([]);
    }
  });
});

/** If `TEST_SCREENSHOTS` names a folder, a picture of every state is saved there. */
async function photograph(visitor: AuthorizationVisitor, title: string): Promise<void> {
  const folder = process.env['TEST_SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await visitor.page.screenshot({ path: join(folder, `${title}.png`), fullPage: true });
}
