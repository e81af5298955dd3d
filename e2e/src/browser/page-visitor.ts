import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { cutContents } from './cut-contents.js';

export type Language = 'en' | 'ja';

export interface VisitorOptions {
  readonly language?: Language;
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
}

/** The maximum time in which a page appears, even on a busy machine. A page that takes longer counts as missing. */
const slowestMs = 200_000;
/**
 * The maximum number of examinations of a page with too little contrast. Content that is fading in has too little
 * contrast in one examination, but not in the next.
 */
const looksAtContrast = 4;

/** A user with a browser who records the faults of a page. */
export class PageVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  /** Content that the browser refused to load because of the page's content security policy. */
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
    context.setDefaultTimeout(slowestMs);
    return [context, await context.newPage(), language] as const;
  }

  /** Opens another window with its own width, on a system that prefers either dark or light pages. */
  async look(width: number, dark: boolean): Promise<void> {
    await this.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await this.#resize(width);
  }

  async open(address: string): Promise<number> {
    return (await this.page.goto(address))?.status() ?? 0;
  }

  /** Finds invisible content of the page, in windows of the current width and of other widths. */
  async cutContents(widths: readonly number[] = []): Promise<readonly string[]> {
    if (widths.length === 0) return this.#cutNow();
    const { width: before = 1280 } = this.page.viewportSize() ?? {};
    const found: string[] = [];
    for (const width of widths) {
      await this.#resize(width);
      found.push(...(await this.#cutNow()).map((what) => `${width}: ${what}`));
    }
    await this.#resize(before);
    return found;
  }

  /** A sidebar that slides out of a narrower window is cut off until it has disappeared. */
  async #resize(width: number): Promise<void> {
    await this.page.setViewportSize(windowOf(width));
    await this.page.evaluate(animationsEnd);
  }

  async #cutNow(): Promise<readonly string[]> {
    const isWide = await this.page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    return [...(isWide === true ? ['the page is wider than its window'] : []), ...(await cutContents(this.page))];
  }

  /**
   * Returns what axe-core finds, in the form `rule: element`. To save time, axe-core is loaded only once into each
   * document and does not report rules that pass.
   */
  async accessibilityProblems(): Promise<readonly string[]> {
    let problems: readonly string[] = [];
    for (let look = 0; look < looksAtContrast; look++) {
      await this.page.evaluate(animationsEnd);
      if (await this.page.evaluate('!window.axe')) await this.page.evaluate(axe.source);
      problems = await this.page.evaluate<readonly string[]>(violationsOfAxe);
      if (!problems.some((problem) => problem.startsWith('color-contrast: '))) break;
    }
    return problems;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** After two frames the browser has drawn everything that depends on the width. */
const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => undefined)';

const violationsOfAxe = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`;

/** An element that is still fading in has too little contrast. Animations that never end continue. */
const animationsEnd = `(async () => {
  const running = () => document.getAnimations().filter(({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
  do {
    for (const animation of running()) animation.finish();
    await ${twoFrames};
  } while (running().length > 0);
})()`;

function windowOf(width: number) {
  return { width, height: width < 600 ? 780 : 800 };
}
