import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';
import { allowOnPage, ConsoleVisitor } from '../src/console-visitor.js';
import { ExampleApp } from '../src/example-app.js';
import type { Platform } from '../src/platform.js';

const userId = 'hanako.tanaka';
const password = 'correct horse battery staple';
/** The example closes idle connections after 5 seconds. A test that stood still could call on an ending one. */
const closing = { headers: { connection: 'close' } };

let browser: Browser;
let platform: Platform;
let app: ExampleApp;

/** A browser that the application has sent to the sign-in page of the platform. */
async function sentToSignIn(): Promise<AuthorizationVisitor> {
  const visitor = await AuthorizationVisitor.arrive(browser);
  await visitor.open(app.url);
  await visitor.page.getByRole('link', { name: 'Sign in with Trading Platform' }).click();
  await visitor.page.getByRole('button', { name: visitor.labels.signIn }).waitFor();
  return visitor;
}

const textOf = (page: Page) => page.getByRole('main').innerText();

/** Returns the application's answer to a manipulated answer of the platform. These pages need no scripts. */
async function answerTo(change: (answer: URL, cookies: Map<string, string>) => void): Promise<string> {
  // For an application too, this visitor is a browser without scripts.
  const visitor = new ConsoleVisitor(app.url);
  const asked = await visitor.open('/sign-in', closing);
  const answer = await allowOnPage(asked.headers.get('location') ?? '', userId, password);
  change(answer, visitor.cookies);
  const answered = await visitor.open(answer.pathname + answer.search, closing);
  return (await visitor.open(answered.headers.get('location') ?? '', closing)).text();
}

/** Tests the example application with a browser. */
export function describeSignInApp(theBrowser: () => Browser, thePlatform: () => Platform): void {
  describe('an application that uses PlatformStrategy', () => {
    beforeAll(async () => {
      [browser, platform] = [theBrowser(), thePlatform()];
      await platform.operate(
        ['user', 'create', '--user-id', userId, '--member-code', '10000001', '--no-member-check'],
        password,
      );
      app = await ExampleApp.start(platform);
    });

    afterAll(() => app.stop());

    it('signs its users in and out', async () => {
      const visitor = await sentToSignIn();
      const asked = new URL(visitor.page.url()).searchParams;
      expect(Object.fromEntries(asked)).toMatchObject({
        realm: '/api',
        access_type: 'offline',
        scope: 'openid profile email qualified',
        code_challenge_method: 'S256',
        state: expect.any(String),
      });
      await visitor.signIn(userId, password);
      await visitor.page.waitForURL(`${app.url}/`);
      expect(await textOf(visitor.page)).toContain(`Signed in as ${userId} of member 10000001.`);
      await visitor.page.reload();
      expect(await textOf(visitor.page)).toContain(userId);
      await visitor.page.getByRole('button', { name: 'Sign out' }).click();
      await visitor.page.getByRole('link', { name: 'Sign in with Trading Platform' }).waitFor();
      expect(await textOf(visitor.page)).not.toContain(userId);
      expect(visitor.violations).toEqual([]);
      await visitor.leave();
    });

    it('reports that the user has cancelled', async () => {
      const visitor = await sentToSignIn();
      await visitor.press('cancel');
      await visitor.page.waitForURL(`${app.url}/?refused`);
      expect(await visitor.problem).toBe('You were not signed in.');
      await visitor.leave();
    });

    const refused = 'You were not signed in.';

    it('refuses an answer with another state', async () => {
      expect(await answerTo(({ searchParams }) => searchParams.set('state', 'forged'))).toContain(refused);
    });

    it.each([
      ['of another server', 'https://evil.example'],
      ['that does not name its server', ''],
    ])('refuses an answer %s', async (_what, iss) => {
      expect(await answerTo(({ searchParams }) => searchParams.set('iss', iss))).toContain(refused);
    });

    it("refuses an answer in a browser that did not ask for it, so that nobody is signed in as an attacker's user", async () => {
      expect(await answerTo((_answer, cookies) => cookies.clear())).toContain(refused);
    });

    it('accepts the unchanged answer', async () => {
      expect(await answerTo(() => undefined)).toContain(`Signed in as <strong>${userId}</strong>`);
    });
  });
}
