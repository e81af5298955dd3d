import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { cutContents } from './cut-contents.js';

export type Language = 'en' | 'ja';

export interface VisitorOptions {
  readonly language?: Language;
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
}

/** A person with a browser of their own, who notices what a page should not do. */
export class PageVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  /** What the browser refused because of the page's own policy. */
  readonly violations: string[] = [];

  protected constructor(context: BrowserContext, page: Page, language: Language) {
    this.context = context;
    this.page = page;
    this.language = language;
    page.on('console', (message) => {
      if (/content security policy|refused to|violat/i.test(message.text())) this.violations.push(message.text());
    });
  }

  protected static async makePage(browser: Browser, { language, width, dark, scripts }: Required<VisitorOptions>) {
    const context = await browser.newContext({
      locale: language === 'en' ? 'en-US' : 'ja-JP',
      viewport: windowOf(width),
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: scripts,
    });
    return [context, await context.newPage(), language] as const;
  }

  /** Goes on with a window of another width, on a system that prefers dark or light pages. */
  async look(width: number, dark: boolean): Promise<void> {
    await this.page.setViewportSize(windowOf(width));
    await this.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await this.page.evaluate(twoFrames);
  }

  async open(address: string): Promise<number> {
    return (await this.page.goto(address))?.status() ?? 0;
  }

  /** What nobody can see of the page: in the window as it is, or in windows of other widths. */
  async cutContents(widths: readonly number[] = []): Promise<readonly string[]> {
    if (widths.length === 0) return this.#cutNow();
    const { width: before = 1280 } = this.page.viewportSize() ?? {};
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize(windowOf(width));
      await this.page.evaluate(twoFrames);
      found.push(...(await this.#cutNow()).map((what) => `${width}: ${what}`));
    }
    await this.page.setViewportSize(windowOf(before));
    return found;
  }

  async #cutNow(): Promise<readonly string[]> {
    const isWide = await this.page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    return [...(isWide === true ? ['the page is wider than its window'] : []), ...(await cutContents(this.page))];
  }

  /** What axe-core finds, as `rule: element`. The pages have no frames, and what is in order need not be told: a fifth of the time. */
  async accessibilityProblems(): Promise<string[]> {
    await this.page.evaluate(animationsEnd);
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await axe.analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** What follows the width of the page is drawn then. */
const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => undefined)';

/** What still fades in has too little contrast. What turns for ever is not waited for. */
const animationsEnd = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished)))
  .then(() => undefined)`;

function windowOf(width: number) {
  return { width, height: width < 600 ? 780 : 800 };
}
