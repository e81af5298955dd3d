import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';

export type Language = 'en' | 'ja';

/** What the person sees on the page's controls, in each language. */
export const labels = {
  en: {
    userId: 'User ID',
    password: 'Password',
    signIn: 'Sign in and allow',
    cancel: 'Cancel',
    allow: 'Allow',
    signOut: 'Sign out',
    other: '日本語',
  },
  ja: {
    userId: 'ユーザーID',
    password: 'パスワード',
    signIn: 'ログインして許可する',
    cancel: 'キャンセル',
    allow: '許可する',
    signOut: 'ログアウト',
    other: 'English',
  },
} as const;

export interface VisitorOptions {
  readonly language?: Language;
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
}

/** A person with a browser of their own before the authorization page; finds things by what they are called. */
export class AuthorizationVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  /** What the browser refused because of the page's own policy. */
  readonly violations: string[] = [];

  private constructor(context: BrowserContext, page: Page, language: Language) {
    this.context = context;
    this.page = page;
    this.language = language;
    page.on('console', (message) => {
      if (/content security policy|refused to|violat/i.test(message.text())) this.violations.push(message.text());
    });
  }

  static async arrive(
    browser: Browser,
    { language = 'en', width = 1280, dark = false, scripts = true }: VisitorOptions = {},
  ): Promise<AuthorizationVisitor> {
    const options: BrowserContextOptions = {
      locale: language === 'en' ? 'en-US' : 'ja-JP',
      viewport: { width, height: width < 600 ? 780 : 800 },
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: scripts,
    };
    const context = await browser.newContext(options);
    return new AuthorizationVisitor(context, await context.newPage(), language);
  }

  get labels(): (typeof labels)[Language] {
    return labels[this.language];
  }

  get problem(): Promise<string> {
    return this.page.getByRole('alert').innerText();
  }

  get userId(): Promise<string> {
    return this.page.getByLabel(this.labels.userId).inputValue();
  }

  get password(): Promise<string> {
    return this.page.getByLabel(this.labels.password).inputValue();
  }

  async open(address: string): Promise<number> {
    return (await this.page.goto(address))?.status() ?? 0;
  }

  async fill(userId: string, password: string): Promise<void> {
    await this.page.getByLabel(this.labels.userId).fill(userId);
    await this.page.getByLabel(this.labels.password).fill(password);
  }

  /** Presses a button and answers the response of the page it leads to. */
  async press(button: 'signIn' | 'cancel' | 'allow' | 'signOut'): Promise<Response> {
    const [response] = await Promise.all([
      this.page.waitForEvent('response', (candidate) => candidate.request().isNavigationRequest()),
      this.page.getByRole('button', { name: this.labels[button], exact: true }).click(),
    ]);
    await this.page.waitForLoadState();
    return response;
  }

  async signIn(userId: string, password: string): Promise<Response> {
    await this.fill(userId, password);
    return this.press('signIn');
  }

  /** The id of what has the keyboard. */
  async focused(): Promise<string | null> {
    return this.page.locator(':focus').getAttribute('id');
  }

  /** Whether the page has to be moved sideways to be read. */
  async isWiderThanWindow(): Promise<boolean> {
    return (await this.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')) === true;
  }

  /** What axe-core finds, as `rule: element`. */
  async accessibilityProblems(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
