import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { ApiCaller } from '../src/api-caller.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { noProblems, noQuickProblems, PortalVisitor, portalPages } from '../src/browser/portal-visitor.js';
import type { Platform } from '../src/platform.js';

const memberCode = '10000001';

const all = await portalPages();
/** The guide and the reference exist in both languages. The pages of the packages exist only for developers. */
const pages = all.filter((page) => !page.startsWith('packages/'));
const english = pages.filter((page) => !page.startsWith('ja/'));

async function skipFrame({ page }: PortalVisitor): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  expect(await skip.innerText()).toMatch(/^Skip to|へ移動$/);
  const target = (await skip.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  expect(await page.locator(':focus').getAttribute('id')).toBe(target.slice(1));
}

async function findsByWords(
  { page }: PortalVisitor,
  searches: readonly (readonly [words: string, found: string, place?: 'first'])[],
): Promise<void> {
  await page.keyboard.press('Control+k');
  for (const [words, found, place] of searches) {
    await page.getByRole('searchbox').fill(words);
    const item = place === 'first' ? '.results li:first-child' : '.results';
    await page.locator(`${item} a[href^="${found}"]`).first().waitFor();
  }
}

/**
 * Tests the pages of the portal in a browser.
 *
 * @param isWhole whether a page is also read on a phone, the bare addresses are opened, and a call is tried.
 *   `portal.long.test.ts` has every page.
 */
export function describePortal(theBrowser: () => Browser, thePlatform: () => Platform, isWhole: boolean): void {
  describe('the portal', () => {
    let browser: Browser;
    let platform: Platform;
    let caller: ApiCaller;
    beforeAll(async () => {
      [browser, platform] = [theBrowser(), thePlatform()];
      await platform.load('members', [{ member_code: memberCode }]);
      caller = await platform.caller(memberCode);
    });

    async function visit(
      page: string,
      options: VisitorOptions,
      look: (visitor: PortalVisitor) => Promise<void>,
    ): Promise<void> {
      const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], options);
      try {
        await visitor.read(`${platform.apiUrl}/docs/${page}`);
        await look(visitor);
      } finally {
        await visitor.leave();
      }
    }

    describe('pages of the portal', () => {
      it('exist in both languages', () => {
        expect(pages.filter((page) => page.startsWith('ja/'))).toEqual(english.map((page) => `ja/${page}`));
        expect(english.length).toBeGreaterThan(12);
      });

      it('keep the colours that a reader chooses, let the keyboard skip the frame, and can be read by everybody', async () => {
        await visit('start', {}, async (visitor) => {
          expect(await visitor.problems()).toEqual(noProblems);
          await skipFrame(visitor);
          await visitor.page.getByRole('switch').first().click();
          await visitor.page.locator('html.dark').waitFor();
          await findsByWords(visitor, [
            ['closing time', '/docs/dates-and-prices'],
            ['refresh token', '/docs/authentication', 'first'],
            ['E000012', '/docs/errors#e000012', 'first'],
            ['list partners', '/docs/calls#list-partners', 'first'],
            ['batch_flg', '/docs/batches#states', 'first'],
            ['changes-since', '/docs/batches#only-what-has-changed', 'first'],
            ['cors', '/docs/limits#calls-from-a-browser', 'first'],
          ]);
          await visitor.read(`${platform.apiUrl}/docs/ja/reference/auth`);
          await visitor.page.locator('html.dark').waitFor();
          expect(await visitor.problems()).toEqual(noProblems);
          await skipFrame(visitor);
        });
      });

      if (isWhole) {
        it('can be read by everybody on a phone', async () => {
          await visit('ja/glossary', { width: 360, dark: true }, async (visitor) => {
            expect(await visitor.problems()).toEqual(noProblems);
            await findsByWords(visitor, [
              ['締め時間', '/docs/ja/dates-and-prices'],
              ['差分', '/docs/ja/batches'],
              ['batch_flg', '/docs/ja/batches', 'first'],
              ['冪等', '/docs/ja/batches'],
            ]);
            await visitor.read(`${platform.apiUrl}/docs/packages/client`);
            expect(await visitor.problems()).toEqual(noProblems);
          });
        });
      }

      it('are served at their addresses, with a head for each column of a table', async () => {
        for (const page of all) {
          const answer = await fetch(`${platform.apiUrl}/docs/${page}`);
          const html = await answer.text();
          expect([page, answer.status, html]).toEqual([page, 200, expect.stringContaining('</html>')]);
          expect([page, html.match(/<th[^>]*><\/th>/)]).toEqual([page, null]);
        }
      });

      if (isWhole) {
        it('begin at the bare address of both services', async () => {
          const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], { language: 'ja' });
          await visitor.read(platform.authUrl);
          expect(await visitor.quickProblems()).toEqual(noQuickProblems);
          await visitor.read(platform.apiUrl);
          expect(await visitor.problems()).toEqual(noProblems);
          await visitor.page.getByRole('link', { name: '開発者向けガイド' }).click();
          await visitor.page.waitForURL(`${platform.apiUrl}/docs/ja/`);
          await visitor.leave();
        });
      }
    });

    /** Fills in the form of the reference and returns its message. */
    async function signIn({ page }: PortalVisitor, password: string): Promise<string> {
      const { clientId, clientSecret, userId } = caller.credentials;
      const form = page.locator('.sign-in');
      await form.getByLabel('Client ID').fill(clientId);
      await form.getByLabel('Client secret').fill(clientSecret);
      await form.getByLabel('User ID').fill(userId);
      await form.getByLabel('Password').fill(password);
      const status = form.locator('[role=status]');
      await status.evaluate((element) => element.replaceChildren());
      await form.getByRole('button').click();
      await status.filter({ hasText: /./ }).waitFor();
      return status.innerText();
    }

    describe('the reference', () => {
      it('opens at the address of one call, shows its fields and refusals, and needs only a small script', async () => {
        const scripts: Promise<number>[] = [];
        const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl], { width: 360 });
        visitor.page.on('response', (response) => {
          const isScript = response.request().resourceType() === 'script';
          if (isScript) scripts.push(response.body().then((body) => body.length));
        });
        await visitor.read(`${platform.apiUrl}/docs/ja/reference/#tag/lists/POST/ordApi/order/partner/list`);
        const call = visitor.page.locator('section').filter({ hasText: 'POST /ordApi/order/partner/list' });
        expect(await call.innerText()).toMatch(/取引先会員コードリスト：指定した取引先のみ[^]*E000008/);
        expect(await visitor.page.locator('section').count()).toBe(4);
        visitor.page.removeAllListeners('response');
        expect((await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000);
        expect(await visitor.problems()).toEqual(noProblems);
        await visitor.page.getByRole('link', { name: 'この呼び出しを試す' }).first().click();
        await visitor.page.waitForURL(/reference\/try#tag\/lists\/POST/);
        await visitor.leave();
      });
    });

    if (isWhole) {
      describe('"try it"', () => {
        it('shows why it gets no token, and makes a real call with one', async () => {
          await visit('reference/try#tag/lists', {}, async (visitor) => {
            const { page } = visitor;
            const test = page.getByRole('button', { name: /Test Request/ }).first();
            // Until the calls have appeared, the page still moves under the mouse.
            await test.waitFor();
            await page.locator('.sign-in summary').click();
            expect(await signIn(visitor, 'wrong')).toMatch(/^The authentication server refused: .+ \(invalid_grant\)/);
            expect(await signIn(visitor, caller.credentials.password)).toMatch(/^A token is in place/);
            await test.click();
            await page.getByRole('dialog').waitFor();
            const [answer] = await Promise.all([
              page.waitForResponse((response) => response.url().includes('/ordApi/order/')),
              page.getByRole('button', { name: /^Send/ }).first().click(),
            ]);
            expect([answer.status(), await answer.json()]).toEqual([200, expect.objectContaining({ result: 0 })]);
            await page.getByText('request_id').last().waitFor();
            // The dialog now shows a request and its answer.
            expect(await visitor.accessibilityProblems()).toEqual([]);
            await page.keyboard.press('Escape');
            await page.getByRole('dialog').waitFor({ state: 'hidden' });
            expect(await page.locator(':focus').innerText()).toMatch(/Test Request/);
            expect(await visitor.quickProblems()).toEqual(noQuickProblems);
          });
        });
      });
    }
  });
}
