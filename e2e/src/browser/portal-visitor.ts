import { PortalFiles } from '@trading-platform/portal';
import type { Browser } from 'playwright-core';
import { PageVisitor, type VisitorOptions } from './page-visitor.js';

/** A user who reads the portal. */
export class PortalVisitor extends PageVisitor {
  /** Requested addresses that do not belong to the platform. */
  readonly foreignRequests: string[] = [];

  /** @param origins of the platform's services */
  static async arrive(
    browser: Browser,
    origins: readonly string[],
    { language = 'en', width = 1280, dark = false, scripts = true }: VisitorOptions = {},
  ): Promise<PortalVisitor> {
    const visitor = new PortalVisitor(...(await PageVisitor.makePage(browser, { language, width, dark, scripts })));
    visitor.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!origins.includes(origin) && protocol !== 'data:' && protocol !== 'blob:') {
        visitor.foreignRequests.push(request.url());
      }
    });
    visitor.page.on('pageerror', (error) => visitor.violations.push(error.message));
    return visitor;
  }

  /**
   * Opens a page and waits until its scripts have started. After that, a page of the guide reacts to input, and the
   * reference is visible.
   */
  async read(address: string): Promise<void> {
    if (address.includes('/reference/')) {
      await this.page.goto(address, { waitUntil: 'networkidle' });
      await this.page.locator('#reference h1').first().waitFor();
    } else {
      await this.page.goto(address);
      const guide = await this.page.$('#app');
      await this.page.waitForFunction((element) => element === null || '__vue_app__' in element, guide);
    }
  }

  /**
   * Returns the faults of the page, except those that only axe-core finds. The examination by axe-core takes seconds.
   */
  async quickProblems(): Promise<Readonly<Record<string, unknown>>> {
    return {
      foreignRequests: this.foreignRequests,
      cut: await this.cutContents(),
      violations: this.violations,
    };
  }

  async problems(): Promise<Readonly<Record<string, unknown>>> {
    return { ...(await this.quickProblems()), accessibility: await this.accessibilityProblems() };
  }
}

/** The results of `quickProblems` and `problems` for a page without faults. */
export const noQuickProblems = { foreignRequests: [], cut: [], violations: [] };
export const noProblems = { ...noQuickProblems, accessibility: [] };

/** Returns the paths of all pages of the portal, relative to the portal's address. */
export async function portalPages(): Promise<readonly string[]> {
  const { all } = await PortalFiles.open();
  const pages = all.map(({ path }) => path).filter((path) => path.endsWith('.html') && path !== '404.html');
  return pages.map((path) => path.replace(/(^|\/)index\.html$|\.html$/, '$1'));
}
