import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import type { Browser } from 'playwright-core';
import type { ApiCaller } from '../src/api-caller.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { noProblems, noQuickProblems, PortalVisitor, portalPages } from '../src/browser/portal-visitor.js';
import { Platform } from '../src/platform.js';

const memberCode = '10000001';

let browser: Browser;
let platform: Platform;
let caller: ApiCaller;
const all = await portalPages();
/** The guide and the reference exist in both languages. The pages of the packages exist only for developers. */
const pages = all.filter((page) => !page.startsWith('packages/'));
const packagePages = all.filter((page) => page.startsWith('packages/'));
/** axe-core examines only these pages here. The long test examines all pages, wide and narrow, light and dark. */
const examined = [
  'start',
  'reference/',
  'ja/batches',
  'ja/glossary',
  'ja/reference/auth',
  'packages/',
  'packages/client',
];
/** Each page is opened in one language, and in both if axe-core examines it. The long test opens every page. */
const english = pages.filter((page) => !page.startsWith('ja/'));
const shown = english.flatMap((page, index) =>
  [page, `ja/${page}`].filter((each, language) => index % 2 === language || examined.includes(each)),
);

beforeAll(async () => {
  [browser, platform] = await Promise.all([launchBrowser(), Platform.start({ database: 'sqlite' })]);
  await platform.load('members', [{ member_code: memberCode }]);
  caller = await platform.caller(memberCode);
});

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

async function skipFrame({ page }: PortalVisitor): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  expect(await skip.innerText()).toMatch(/^Skip to/);
  const target = (await skip.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  expect(await page.locator(':focus').getAttribute('id')).toBe(target.slice(1));
}

describe('pages of the portal', () => {
  it('exist in both languages', () => {
    expect(pages.filter((page) => page.startsWith('ja/'))).toEqual(english.map((page) => `ja/${page}`));
    expect(english.length).toBeGreaterThan(12);
  });

  it.each<[string, readonly string[], VisitorOptions]>([
    ['in English, wide', shown.filter((page) => !page.startsWith('ja/')), {}],
    ['in Japanese, narrow and dark', shown.filter((page) => page.startsWith('ja/')), { width: 360, dark: true }],
    ['of the packages, narrow', packagePages, { width: 360 }],
  ])(
    'stay within their policy, their hosts and their window, and can be read by everybody, %s',
    async (_title, read, options) => {
      await visit('', options, async (visitor) => {
        for (const page of read) {
          await visitor.read(`${platform.apiUrl}/docs/${page}`);
          expect([page, await visitor.quickProblems()]).toEqual([page, noQuickProblems]);
          if (!examined.includes(page)) continue;
          expect([page, await visitor.accessibilityProblems()]).toEqual([page, []]);
        }
      });
    },
  );

  it.each(['api', 'auth'] as const)('begin at the bare address of %s', async (service) => {
    const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], { language: 'ja' });
    await visitor.read(service === 'api' ? platform.apiUrl : platform.authUrl);
    expect(await visitor.problems()).toEqual(noProblems);
    await visitor.page.getByRole('link', { name: '開発者向けガイド' }).click();
    await visitor.page.waitForURL(`${platform.apiUrl}/docs/ja/`);
    await visitor.leave();
  });

  it.each([
    ['start', [['closing time', '/docs/dates-and-prices']]],
    [
      'ja/start',
      [
        ['締め時間', '/docs/ja/dates-and-prices'],
        ['差分', '/docs/ja/batches'],
      ],
    ],
  ])('are found by words, from %s', async (page, searches) => {
    await visit(page, {}, async (visitor) => {
      await visitor.page.keyboard.press('Control+k');
      for (const [words = '', found = ''] of searches) {
        await visitor.page.getByRole('searchbox').fill(words);
        await visitor.page.locator(`.results a[href^="${found}"]`).first().waitFor();
      }
      expect([visitor.violations, visitor.foreignRequests]).toEqual([[], []]);
    });
  });

  it('keep the colours that a reader chooses, and let the keyboard skip the frame, in the reference too', async () => {
    await visit('start', {}, async (visitor) => {
      await skipFrame(visitor);
      await visitor.page.getByRole('switch').first().click();
      await visitor.page.locator('html.dark').waitFor();
      await visitor.read(`${platform.apiUrl}/docs/reference/`);
      await visitor.page.locator('html.dark').waitFor();
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
      await skipFrame(visitor);
    });
  });
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

describe('"try it"', () => {
  it('shows why it gets no token, and makes a real call with one', async () => {
    await visit('reference/#tag/lists', {}, async (visitor) => {
      await visitor.page.locator('.sign-in summary').click();
      expect(await signIn(visitor, 'wrong')).toMatch(/^The authentication server refused: .+ \(invalid_grant\)/);
      expect(await signIn(visitor, caller.credentials.password)).toMatch(/^A token is in place/);
      await visitor.page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      await visitor.page.getByRole('dialog').waitFor();
      const [answer] = await Promise.all([
        visitor.page.waitForResponse((response) => response.url().includes('/ordApi/order/')),
        visitor.page.getByRole('button', { name: /^Send/ }).first().click(),
      ]);
      expect([answer.status(), await answer.json()]).toEqual([200, expect.objectContaining({ result: 0 })]);
      await visitor.page.getByText('request_id').last().waitFor();
      // The dialog now shows a request and its answer.
      expect(await visitor.accessibilityProblems()).toEqual([]);
      await visitor.page.keyboard.press('Escape');
      await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await visitor.page.locator(':focus').innerText()).toMatch(/Test Request/);
      expect([visitor.violations, visitor.foreignRequests]).toEqual([[], []]);
    });
  });

  it('shows the path of a call, and its answer, on a phone', async () => {
    await visit('reference/#tag/lists', { width: 360 }, async (visitor) => {
      await visitor.page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      const dialog = visitor.page.getByRole('dialog');
      const path = dialog.locator('.t-app__top-container').getByText('/ordApi/order/').first();
      const end = await path.evaluate((element) => element.getBoundingClientRect().right);
      expect(end).toBeLessThan(360);
      await dialog.getByRole('button', { name: /^Send/ }).first().click();
      const answer = dialog.getByText('request_id').last();
      await answer.waitFor();
      const { height = 0 } = visitor.page.viewportSize() ?? {};
      await visitor.page.waitForFunction(
        ([element, most]) => element !== null && element.getBoundingClientRect().bottom < most,
        [await answer.elementHandle(), height] as const,
      );
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
    });
  });
});
