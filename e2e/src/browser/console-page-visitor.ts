import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { labels } from './authorization-visitor.js';
import { type Language, PageVisitor, type VisitorOptions } from './page-visitor.js';

/** The labels in the console's menu, in each language. */
const menu = {
  en: {
    overview: 'Overview',
    batches: 'Batches',
    request: 'Request',
    delivery: 'Delivery date',
    orders: 'Orders',
    slips: 'Slips',
    events: 'Events',
    connections: 'Connections',
  },
  ja: {
    overview: '概要',
    batches: 'バッチ',
    request: '要求',
    delivery: '納品日',
    orders: '発注',
    slips: '取引伝票',
    events: 'イベント',
    connections: '接続',
  },
} as const;

export type ConsolePlace = keyof (typeof menu)['en'];

export interface ConsoleUser {
  readonly userId: string;
  readonly password: string;
}

/** A user of the console. The object records script errors and requests to other hosts. */
export class ConsolePageVisitor extends PageVisitor {
  readonly foreignRequests: string[] = [];
  /** Script errors in all tabs of this user. */
  readonly scriptErrors: string[] = [];
  readonly url: string;
  readonly #origins: readonly string[];

  private constructor(made: readonly [BrowserContext, Page, Language], url: string, origins: readonly string[]) {
    super(...made);
    this.url = url;
    this.#origins = [url, ...origins];
    this.#watch(this.page);
    this.context.on('page', (page) => this.#watch(page));
  }

  /** @param authUrl address of the sign-in */
  static async arrive(
    browser: Browser,
    { url, authUrl }: { readonly url: string; readonly authUrl: string },
    { language = 'en', width = 1280, dark = false, scripts = true }: VisitorOptions = {},
  ): Promise<ConsolePageVisitor> {
    const made = await PageVisitor.makePage(browser, { language, width, dark, scripts });
    return new ConsolePageVisitor(made, url, [authUrl]);
  }

  /** Signs in through the pages of the console and of the platform. Afterwards the browser is back at the console. */
  async signIn(user: ConsoleUser, path = '/'): Promise<void> {
    await this.page.goto(this.url + path);
    await this.page.locator('a[href^="/sign-in"]').click();
    await this.allow(this.page, user);
    await this.page.locator('.shell').waitFor();
  }

  /** Fills in the sign-in page of the platform. */
  async allow(page: Page, { userId, password }: ConsoleUser): Promise<void> {
    const said = labels[this.language];
    await page.getByLabel(said.userId).fill(userId);
    await page.getByLabel(said.password).fill(password);
    await page.getByRole('button', { name: said.signIn, exact: true }).click();
  }

  /** Opens a page by clicking its menu entry. */
  async go(place: ConsolePlace): Promise<void> {
    if (await this.page.locator('.menu-button').isVisible()) await this.page.locator('.menu-button').click();
    await this.page.locator('.side').getByRole('link', { name: menu[this.language][place], exact: true }).click();
    await this.heading(menu[this.language][place]);
  }

  async heading(words: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: words }).waitFor();
  }

  /** Returns the element that shows a batch in this state. */
  state(words: string): Locator {
    return this.page.locator('.state', { hasText: words }).first();
  }

  /** Opens another tab. */
  async openTab(path: string): Promise<Page> {
    const tab = await this.context.newPage();
    await tab.goto(this.url + path);
    return tab;
  }

  /** Returns the faults of the page, except those that axe-core would find. */
  async quickProblems(): Promise<Readonly<Record<string, unknown>>> {
    return {
      foreignRequests: this.foreignRequests,
      cut: await this.cutContents(),
      scriptErrors: this.scriptErrors,
      violations: this.violations,
    };
  }

  async problems(): Promise<Readonly<Record<string, unknown>>> {
    return { ...(await this.quickProblems()), accessibility: await this.accessibilityProblems() };
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.scriptErrors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      // Each refused call is shown on the page, so the browser's own message about it is not a fault.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.scriptErrors.push(message.text());
      }
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = this.#origins.includes(origin) || protocol === 'data:' || protocol === 'blob:';
      if (!isOwn) this.foreignRequests.push(request.url());
    });
  }
}

/** The results of `quickProblems` and `problems` for a page without faults. */
export const noQuickProblems = { foreignRequests: [], cut: [], scriptErrors: [], violations: [] };
export const noProblems = { ...noQuickProblems, accessibility: [] };
