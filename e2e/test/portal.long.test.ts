import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser } from '../src/browser/describe-in-browser.js';
import { noProblems, noQuickProblems, PortalVisitor, portalPages } from '../src/browser/portal-visitor.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import { describePortal } from './portal.js';

const pages = await portalPages();

describeInBrowser('the pages', (theBrowser) => {
  describePlatform('the portal', { database: 'sqlite', services: ['auth', 'api'] }, (_flow, thePlatform) => {
    describePortal(theBrowser, thePlatform, true);

    let browser: Browser;
    let platform: Platform;

    beforeAll(() => {
      [browser, platform] = [theBrowser(), thePlatform()];
    });

    describe.each([
      { title: 'wide and light', width: 1280, dark: false },
      { title: 'narrow and dark', width: 360, dark: true },
    ])('pages of the portal, $title', ({ width, dark }) => {
      it.each(pages)(
        '/docs/%s can be read by everybody',
        async (page) => {
          const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], { width, dark });
          await visitor.read(`${platform.apiUrl}/docs/${page}`);
          expect(await visitor.problems()).toEqual(noProblems);
          expect(await visitor.cutContents(width < 600 ? [320] : [1024, 768])).toEqual([]);
          await visitor.leave();
        },
        120_000,
      );
    });

    describe('"try it"', () => {
      it('shows the path of a call, and its answer, on a phone', async () => {
        const visitor = await PortalVisitor.arrive(browser, [platform.apiUrl, platform.authUrl], { width: 360 });
        await visitor.read(`${platform.apiUrl}/docs/ja/reference/try#tag/lists`);
        const { page } = visitor;
        const test = page.getByRole('button', { name: /Test Request/ }).first();
        await test.click();
        const dialog = page.getByRole('dialog');
        const path = dialog.locator('.t-app__top-container').getByText('/ordApi/order/').first();
        const end = await path.evaluate((element) => element.getBoundingClientRect().right);
        expect(end).toBeLessThan(360);
        await dialog.getByRole('button', { name: /^Send/ }).first().click();
        const answer = dialog.getByText('request_id').last();
        await answer.waitFor();
        const { height = 0 } = page.viewportSize() ?? {};
        await page.waitForFunction(
          ([element, most]) => element !== null && element.getBoundingClientRect().bottom < most,
          [await answer.elementHandle(), height] as const,
        );
        expect(await visitor.quickProblems()).toEqual(noQuickProblems);
        await visitor.leave();
      });
    });
  });
});
