import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { ApiCaller } from '../src/api-caller.js';
import { launchBrowser } from '../src/browser/launch-browser.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { noProblems, noQuickProblems, PortalVisitor, portalPages } from '../src/browser/portal-visitor.js';
import { Platform } from '../src/platform.js';

const memberCode = '10000001';

let browser: Browser;
let platform: Platform;
let caller: ApiCaller;
const pages = await portalPages();

beforeAll(async () => {
  [browser, platform] = await Promise.all([launchBrowser(), Platform.start({ database: 'sqlite' })]);
  await platform.load('members', [{ member_code: memberCode }]);
  caller = await platform.caller(memberCode);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await platform.stop();
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
  it('are there in both languages', () => {
    const english = pages.filter((page) => !page.startsWith('ja/'));
    expect(pages.filter((page) => page.startsWith('ja/'))).toEqual(english.map((page) => `ja/${page}`));
    expect(english.length).toBeGreaterThan(12);
  });

  it.each<[string, readonly string[], VisitorOptions]>([
    ['in English, wide', pages.filter((page) => !page.startsWith('ja/')), {}],
    ['in Japanese, narrow and dark', pages.filter((page) => page.startsWith('ja/')), { width: 360, dark: true }],
  ])(
    'stay within their policy, their hosts and their window, %s',
    async (_title, read, options) => {
      await visit('', options, async (visitor) => {
        for (const page of read) {
          await visitor.read(`${platform.apiUrl}/docs/${page}`);
          expect([page, await visitor.quickProblems()]).toEqual([page, noQuickProblems]);
        }
      });
    },
    120_000,
  );

  it.each<[string, VisitorOptions]>([
    ['start', {}],
    ['ja/batches', { width: 360, dark: true }],
    ['reference/', {}],
    ['ja/reference/auth', { width: 360, dark: true }],
  ])('/docs/%s can be read by everybody', async (page, options) => {
    await visit(page, options, async (visitor) => {
      expect(await visitor.accessibilityProblems()).toEqual([]);
    });
  });

  it.each(['api', 'auth'] as const)('begin at the bare address of %s', async (service) => {
    const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], { language: 'ja' });
    await visitor.read(service === 'api' ? platform.apiUrl : platform.authUrl);
    expect(await visitor.problems()).toEqual(noProblems);
    await visitor.page.getByRole('link', { name: '開発者向けガイド' }).click();
    await visitor.page.waitForURL(`${platform.apiUrl}/docs/ja/`);
    await visitor.leave();
  });

  it.each([
    ['start', 'closing time', '/docs/dates-and-prices'],
    ['ja/start', '締め時間', '/docs/ja/dates-and-prices'],
    ['ja/start', '差分', '/docs/ja/batches'],
  ])('are found by words, from %s by %s', async (page, words, found) => {
    await visit(page, {}, async (visitor) => {
      await visitor.page.keyboard.press('Control+k');
      await visitor.page.getByRole('searchbox').fill(words);
      await visitor.page.locator(`.results a[href^="${found}"]`).first().waitFor();
      expect([visitor.violations, visitor.foreignRequests]).toEqual([[], []]);
    });
  });

  it('keep the colours that a reader chooses, in the reference too', async () => {
    await visit('start', {}, async (visitor) => {
      await visitor.page.getByRole('switch').first().click();
      await visitor.page.locator('html.dark').waitFor();
      await visitor.read(`${platform.apiUrl}/docs/reference/`);
      await visitor.page.locator('html.dark').waitFor();
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
    });
  });

  it.each(['start', 'reference/'])('let the keyboard skip the frame: %s', async (page) => {
    await visit(page, {}, async (visitor) => {
      await visitor.page.keyboard.press('Tab');
      const skip = visitor.page.locator(':focus');
      expect(await skip.innerText()).toMatch(/^Skip to/);
      const target = (await skip.getAttribute('href')) ?? '';
      await visitor.page.keyboard.press('Enter');
      expect(await visitor.page.locator(':focus').getAttribute('id')).toBe(target.slice(1));
    });
  });
});

/** Fills the form of the reference, and answers what it says. */
async function signIn({ page }: PortalVisitor, password: string): Promise<string> {
  const { clientId, clientSecret, userId } = caller.credentials;
  const form = page.locator('.sign-in');
  await form.locator('summary').click();
  await form.getByLabel('Client ID').fill(clientId);
  await form.getByLabel('Client secret').fill(clientSecret);
  await form.getByLabel('User ID').fill(userId);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button').click();
  const status = form.getByRole('status').filter({ hasText: /./ });
  await status.waitFor();
  return status.innerText();
}

describe('"try it"', () => {
  it('makes a real call with a token of the authentication server', async () => {
    await visit('reference/#tag/lists', {}, async (visitor) => {
      expect(await signIn(visitor, caller.credentials.password)).toMatch(/^A token is in place/);
      await visitor.page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      const [answer] = await Promise.all([
        visitor.page.waitForResponse((response) => response.url().includes('/ordApi/order/')),
        visitor.page.getByRole('button', { name: /^Send/ }).first().click(),
      ]);
      expect([answer.status(), await answer.json()]).toEqual([200, expect.objectContaining({ result: 0 })]);
      expect([visitor.violations, visitor.foreignRequests]).toEqual([[], []]);
    });
  });

  it('says why no token is given', async () => {
    await visit('reference/', {}, async (visitor) => {
      expect(await signIn(visitor, 'wrong')).toMatch(/^The authentication server refused: ./);
    });
  });
});
