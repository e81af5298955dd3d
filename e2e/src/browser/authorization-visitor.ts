import type { Browser, Locator, Page, Response } from 'playwright-core';
import { type Language, PageVisitor, type VisitorOptions } from './page-visitor.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';

/** The labels of the page's buttons and inputs, in each language. */
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

/** A user who visits the authorization page with a browser, and finds buttons and inputs by their labels. */
export class AuthorizationVisitor extends PageVisitor {
  #authenticator: VirtualAuthenticator | undefined;

  static async arrive(
    browser: Browser,
    { language = 'en', width = 1280, dark = false, scripts = true }: VisitorOptions = {},
  ): Promise<AuthorizationVisitor> {
    return new AuthorizationVisitor(...(await PageVisitor.makePage(browser, { language, width, dark, scripts })));
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

  async fill(userId: string, password: string): Promise<void> {
    await this.page.getByLabel(this.labels.userId).fill(userId);
    await this.page.getByLabel(this.labels.password).fill(password);
  }

  /** Presses a button and returns the response that loads the next page. */
  press(button: 'signIn' | 'cancel' | 'allow' | 'signOut'): Promise<Response> {
    return clickThrough(this.page, this.page.getByRole('button', { name: this.labels[button], exact: true }));
  }

  /** Presses the button of a decision, such as `set-up`. */
  decide(decision: string): Promise<Response> {
    return clickThrough(this.page, this.page.locator(`button[name=decision][value=${decision}]`));
  }

  /** Types a code of the second factor, and presses a button. */
  async typeCode(code: string, decision: string): Promise<Response> {
    await this.page.locator('#factor_code').fill(code);
    return this.decide(decision);
  }

  /** Gives the browser an authenticator without passkeys, in which a person is always present. */
  async takeAuthenticator(): Promise<VirtualAuthenticator> {
    this.#authenticator ??= await VirtualAuthenticator.addTo(this.page);
    await this.#authenticator.forgetAll();
    return this.#authenticator;
  }

  /** Presses the button of the form for a passkey, and returns the response that loads the next page. */
  async usePasskey(): Promise<Response> {
    const { page } = this;
    const loaded = page.waitForEvent('load');
    const response = await clickThrough(page, page.locator('form[data-passkey] button'));
    await loaded;
    return response;
  }

  /** Enters a name for a new passkey on the page that adds one, and creates the passkey. */
  async createPasskey(name: string): Promise<Response> {
    await this.page.locator('#passkey_name').fill(name);
    return this.usePasskey();
  }

  async signIn(userId: string, password: string): Promise<Response> {
    await this.fill(userId, password);
    return this.press('signIn');
  }

  /** Returns the id of the element that has the keyboard focus. */
  async focused(): Promise<string | null> {
    return this.page.locator(':focus').getAttribute('id');
  }
}

/** Clicks a button that sends a form, and waits for the next page. */
async function clickThrough(page: Page, button: Locator): Promise<Response> {
  const [response] = await Promise.all([
    page.waitForEvent('response', (candidate) => candidate.request().isNavigationRequest()),
    button.click(),
  ]);
  await page.waitForLoadState();
  return response;
}
